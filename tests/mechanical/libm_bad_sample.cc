// Calls libm, so that the check can be seen to fail. Linked into nothing.
#include <cmath>

double libm_bad_sample(double x) { return std::pow(x, 1.5); }
