#pragma once

#include <cstdint>

#include "sim/prng.h"

namespace kitchen::sim {

/// -ln(u / 2^64) as a fixed-point number with 32 fraction bits; u = 0 counts as 1.
/// Integers only, so that every compiler gives the same bits: binary logarithm by repeated
/// squaring of the mantissa (Knuth, TAOCP 1, 1.2.2, exercise 25), then times ln 2. Absolute
/// error below 2e-9.
uint64_t neg_ln_q32(uint64_t u);

/// An exponential draw with mean 1, 32 fraction bits.
uint64_t draw_exponential_q32(Prng& prng);

/// Uniform over the whole numbers first…last, both included. first <= last.
/// Multiply-shift (Lemire 2019) without the rejection step: the bias is below 2^-32 for the
/// ranges used here (at most 2^32 values) and every draw costs exactly one number of the stream.
int64_t draw_uniform(Prng& prng, int64_t first, int64_t last);

}  // namespace kitchen::sim
