// SPDX-License-Identifier: Apache-2.0
// What examples/loops compute, as one writes it in C: the peers of bench/loops.py.
#include <math.h>

void saxpy(const float* restrict x, float* restrict y, float a, long n) {
  for (long i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

void softmax(const float* restrict x, float* restrict y, long rows, long cols) {
  for (long row = 0; row < rows; ++row, x += cols, y += cols) {
    float largest = x[0], total = 0;
    for (long j = 1; j < cols; ++j)
      if (x[j] > largest) largest = x[j];
    for (long j = 0; j < cols; ++j) {
      y[j] = expf(x[j] - largest);
      total += y[j];
    }
    for (long j = 0; j < cols; ++j) y[j] /= total;
  }
}

void matmul(const float* restrict a, const float* restrict b, float* restrict c, long rows, long depth,
            long cols) {
  for (long strip = 0; strip < rows; strip += 4)
    for (long tile = 0; tile < cols; tile += 64) {
      float total[4][64] = {{0}};
      for (long k = 0; k < depth; ++k)
        for (int r = 0; r < 4; ++r)
          for (int j = 0; j < 64; ++j) total[r][j] += a[(strip + r) * depth + k] * b[k * cols + tile + j];
      for (int r = 0; r < 4; ++r)
        for (int j = 0; j < 64; ++j) c[(strip + r) * cols + tile + j] = total[r][j];
    }
}

void layer_norm(const _Float16* restrict x, const float* restrict gain, const float* restrict bias,
                _Float16* restrict y, long rows, long cols) {
  for (long row = 0; row < rows; ++row, x += cols, y += cols) {
    float total = 0, squares = 0;
    for (long j = 0; j < cols; ++j) {
      float value = x[j];
      total += value;
      squares += value * value;
    }
    float mean = total / (float)cols;
    float scale = 1.0f / sqrtf(squares / (float)cols - mean * mean + 1e-5f);
    for (long j = 0; j < cols; ++j) y[j] = (_Float16)(((float)x[j] - mean) * scale * gain[j] + bias[j]);
  }
}
