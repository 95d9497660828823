#pragma once

#include <string>

#include "cli/text.h"
#include "real/plan.h"
#include "real/plan_prices.h"

namespace kitchen::cli {

std::string plan_text(const real::Plan& plan, const real::GpuPrices& prices,
                      const real::Hardware& hardware, const Style& style);

std::string plan_json(const real::Plan& plan, const real::GpuPrices& prices,
                      const real::Hardware& hardware);

/// A header and a row for each candidate, cheapest first.
std::string plan_csv(const real::Plan& plan);

}  // namespace kitchen::cli
