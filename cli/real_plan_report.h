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

}  // namespace kitchen::cli
