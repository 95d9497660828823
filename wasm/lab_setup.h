#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "real/deployment.h"
#include "real/synthetic.h"
#include "sim/cluster.h"

namespace kitchen::wasm {

/// A run of the serving engine in numbers alone: one model on one GPU per replica, the engine's
/// limits, and traffic to draw.
struct LabSetup {
  real::Deployment deployment;
  sim::ClusterConfig cluster;
  real::Synthetic traffic;
};

/// The names of the settings, in the order of the numbers that describe a setup: the members'
/// names, with what they belong to before. Those of the engine are in the units of a hardware file
/// (docs/real/hardware-file.md), the others in the members' own; enums and flags are whole numbers.
std::vector<std::string> setting_names();

/// `setup` in numbers.
std::vector<double> settings_of(const LabSetup& setup);

/// Fills `setup` from numbers. "" where that worked; else what is wrong with which setting and what
/// is allowed, and `setup` is not to be used.
std::string set_from(std::span<const double> settings, LabSetup& setup);

/// Why a setup whose settings are each within their ranges can't be run; "" where it can.
std::string problem_of(const LabSetup& setup);

}  // namespace kitchen::wasm
