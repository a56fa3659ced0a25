// SPDX-License-Identifier: Apache-2.0
// A library without a backend.
extern "C" int TirxNothing() {
  return 0;
}
