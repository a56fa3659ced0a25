/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel `product` of simulator.py as a nest of loops: blocks, and between its barriers the threads. */
enum { kSize = 256, kTile = 16 };

void product(const float* A, const float* B, float* C) {
  float a[kTile][kTile], b[kTile][kTile], total[kTile][kTile];
  for (int row = 0; row < kSize; row += kTile)
    for (int column = 0; column < kSize; column += kTile) {
      for (int y = 0; y < kTile; ++y)
        for (int x = 0; x < kTile; ++x) total[y][x] = 0;
      for (int step = 0; step < kSize; step += kTile) {
        for (int y = 0; y < kTile; ++y)
          for (int x = 0; x < kTile; ++x) {
            a[y][x] = A[(row + y) * kSize + step + x];
            b[y][x] = B[(step + y) * kSize + column + x];
          }
        for (int y = 0; y < kTile; ++y)
          for (int x = 0; x < kTile; ++x) {
            float sum = total[y][x];
            for (int k = 0; k < kTile; ++k) sum += a[y][k] * b[k][x];
            total[y][x] = sum;
          }
      }
      for (int y = 0; y < kTile; ++y)
        for (int x = 0; x < kTile; ++x) C[(row + y) * kSize + column + x] = total[y][x];
    }
}
