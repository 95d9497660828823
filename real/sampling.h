#pragma once

#include "sim/prng.h"

// Random numbers of real traffic. Built on integers and on + - * / and square roots alone, so that
// a seed gives the same requests everywhere.
namespace kitchen::real {

/// e^x for |x| <= 700, relative error below 1e-12.
double exponential(double x);

/// ln x for a normal x > 0, absolute error below 1e-14.
double logarithm(double x);

/// Mean 0, variance 1 (Marsaglia's polar method).
double draw_normal(sim::Prng& prng);

/// Mean 1.
double draw_exponential(sim::Prng& prng);

/// Mean `shape`, variance `shape`; shape > 0 (Marsaglia and Tsang 2000).
double draw_gamma(sim::Prng& prng, double shape);

/// Uniform, 0 < u < 1.
double draw_unit(sim::Prng& prng);

}  // namespace kitchen::real
