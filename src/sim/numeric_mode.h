// SPDX-License-Identifier: Apache-2.0
// How floating-point arithmetic is carried out; comes from the options that the kernel is compiled with.
#pragma once

namespace tirx::sim {

// The other options (fmad, prec-div, prec-sqrt, approximations by fast math) let the device compiler choose,
// and what it chooses hangs on what its optimiser has left: of `a * b + c * d` nvcc 13.0 fuses one product,
// of `c - a * b` and of a product that is used twice none before ptxas. The simulator computes what each of
// them allows: quotients and roots rounded correctly, products and sums rounded separately.
struct NumericMode {
  bool ftz = false;  // float32: subnormal operands and results of arithmetic become zeros of the same sign
};

}  // namespace tirx::sim
