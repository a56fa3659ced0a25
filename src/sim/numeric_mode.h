// SPDX-License-Identifier: Apache-2.0
// How floating-point arithmetic is carried out; comes from the options that the kernel is compiled with.
#pragma once

namespace tirx::sim {

// `ftz` is honoured (float32 only: subnormal operands and results of arithmetic become zeros of the same
// sign). The others name freedoms that the device compiler has; the simulator computes the precise form,
// which each of them allows: the division and square root are correctly rounded, products and sums are
// rounded separately.
struct NumericMode {
  bool ftz = false;
  bool prec_div = true;
  bool prec_sqrt = true;
  bool fmad = false;
  bool approx = false;
};

}  // namespace tirx::sim
