// SPDX-License-Identifier: Apache-2.0
// Random kernels as scripts: every access is in bounds, no integer overflows, each thread stores to its own
// rows of the output. What they compute must be the same at every stage of a pipeline.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace tirx::pass {

class RandomKernel {
 public:
  explicit RandomKernel(uint32_t seed) : random_(seed) {}

  // def kernel(A: float32 [n, 64], I: int32 [128], Out: float32 [64, 16], Ints: int32 [64, 16], k: int32)
  std::string Script() {
    text_ =
        "from tirx import script as T\n\n\n@T.function\n"
        "def kernel(A: T.Tensor((\"n\", 64), \"float32\"), I: T.Tensor((128,), \"int32\"),\n"
        "           Out: T.Tensor((64, 16), \"float32\"), Ints: T.Tensor((64, 16), \"int32\"), k: T.int32):\n"
        "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=(16, 2))):\n"
        "        tx = T.gpu.thread_idx(\"x\")\n"
        "        row = (T.gpu.block_idx(\"x\") * 2 + T.gpu.thread_idx(\"y\")) * 16 + tx\n";
    ints_ = {{"tx", 15}, {"row", 63}, {"T.gpu.thread_idx(\"y\")", 1}, {"T.gpu.lane_id()", 31}};
    if (Chance(2)) {
      Line(2, "if k < 0 or k >= 100:");
      Line(3, "return");
      ints_.push_back({"k", 99});
    }
    Block(2, 4);
    return text_;
  }

 private:
  struct Number {
    std::string text;
    int64_t most;  // it is between 0 and that
  };

  bool Chance(int one_in) { return random_() % uint32_t(one_in) == 0; }
  int Pick(int n) { return int(random_() % uint32_t(n)); }
  template <class T>
  const T& Any(const std::vector<T>& items) {
    return items[random_() % items.size()];
  }
  void Line(int indent, const std::string& text) {
    text_ += std::string(size_t(indent) * 4, ' ') + text + "\n";
  }
  std::string Fresh(const std::string& name) { return name + std::to_string(++names_); }

  // An int32 that is not negative.
  Number Int(int depth) {
    if (depth == 0 || Chance(4)) {
      if (Chance(4)) {
        int value = Pick(70);
        return {"T.int32(" + std::to_string(value) + ")", value};
      }
      return Any(ints_);
    }
    Number a = Int(depth - 1), b = Int(depth - 1);
    if (a.most > 100000) a = {"(" + a.text + ") % 1000", 999};
    std::vector<int> divisors{1, 2, 3, 4, 8, 16, 32, 5};
    std::string c = std::to_string(Any(divisors));
    switch (Pick(9)) {
      case 0:
        return {"(" + a.text + " + " + b.text + ")", a.most + b.most};
      case 1:
        return {"(" + a.text + " * " + c + ")", a.most * std::stoi(c)};
      case 2:
        return {"(" + a.text + " // " + c + ")", a.most / std::stoi(c)};
      case 3:
        return {"(" + a.text + " % " + c + ")", std::stoi(c) - 1};
      case 4:
        return {"T.min(" + a.text + ", " + b.text + ")", std::min(a.most, b.most)};
      case 5:
        return {"T.max(" + a.text + ", " + b.text + ")", std::max(a.most, b.most)};
      case 6:
        return {"(" + a.text + " if " + Condition(0) + " else " + b.text + ")", std::max(a.most, b.most)};
      case 7:
        return {"T.cast(T.cast(" + a.text + ", \"int64\") * " + c + " // 3, \"int32\")",
                a.most * std::stoi(c)};
      default:
        return {"I[" + Bounded(a, 128) + "] % 50", 49};
    }
  }
  std::string Bounded(const Number& number, int64_t extent) {
    return number.most < extent ? number.text : "(" + number.text + ") % " + std::to_string(extent);
  }

  std::string Condition(int depth) {
    std::vector<std::string> operators{"<", "<=", ">", ">=", "==", "!="};
    if (depth > 0 && Chance(3))
      return "(" + Condition(depth - 1) + (Chance(2) ? " and " : " or ") + Condition(depth - 1) + ")";
    if (Chance(4)) return "T.cast(" + Int(1).text + ", \"int64\") " + Any(operators) + " n";
    return "(" + Int(1).text + " " + Any(operators) + " " + Int(1).text + ")";
  }

  std::string Real(int depth) {
    if (depth == 0 || Chance(4)) {
      if (!cells_.empty() && Chance(2)) return Any(cells_);
      if (Chance(3)) return "T.cast(" + Int(1).text + ", \"float32\")";
      return "A[T.cast(" + Int(1).text + ", \"int64\") % n, " + Bounded(Int(2), 64) + "]";
    }
    std::string a = Real(depth - 1), b = Real(depth - 1);
    switch (Pick(5)) {
      case 0:
        return "(" + a + " + " + b + ")";
      case 1:
        return "(" + a + " * " + b + ")";
      case 2:
        return "T.max(" + a + ", " + b + ")";
      case 3:
        return "T.sqrt(T.abs(" + a + "))";
      default:
        return "(" + a + " if " + Condition(1) + " else " + b + ")";
    }
  }

  void Block(int indent, int statements) {
    auto ints = ints_;
    auto cells = cells_;
    for (int i = 0; i < statements; ++i) Statement(indent);
    ints_ = ints;
    cells_ = cells;
  }

  void Statement(int indent) {
    switch (Pick(indent < 5 ? 11 : 5)) {
      case 0: {
        Number value = Int(2);
        std::string name = Fresh("i");
        Line(indent,
             name + " = " + (value.text[0] == 'T' ? value.text : "(" + value.text + ") + T.int32(0)"));
        ints_.push_back({name, value.most});
        return;
      }
      case 1: {
        std::string name = Fresh("x");
        Line(indent, name + ": T.float32 = " + Real(2));
        cells_.push_back(name);
        return;
      }
      case 2:
        if (!cells_.empty()) Line(indent, Any(cells_) + " = " + Real(2));
        return;
      case 3:
        return Line(indent, "Out[row, " + Bounded(Int(2), 16) + "] = " + Real(2));
      case 4:
        return Line(indent, "Ints[row, " + Bounded(Int(2), 16) + "] = " + Int(3).text);
      case 5:
      case 6:
        return Vectorized(indent);
      case 7: {
        Line(indent, "if " + Condition(1) + ":");
        Block(indent + 1, 2);
        Line(indent + 1, "Ints[row, 3] = " + Int(1).text);
        return;
      }
      default: {
        int extent = 1 + Pick(5);
        std::string name = Fresh("s"), kind = Chance(2) ? "T.serial(" : Chance(2) ? "T.unroll(" : "range(";
        bool wide = Chance(4);
        Line(indent,
             "for " + name + " in " + kind + (wide ? "T.int64(" : "(") + std::to_string(extent) + ")):");
        ints_.push_back({wide ? "T.cast(" + name + ", \"int32\")" : name, extent - 1});
        Block(indent + 1, 2);
        Line(indent + 1, "Out[row, " + Bounded(Int(1), 16) + "] = " + Real(1));
        ints_.pop_back();
        return;
      }
    }
  }

  // A vectorised loop over elements of the thread's row: copies, arithmetic, ends of data, names and arrays
  // of the body, and now and then something that cannot be vectors.
  void Vectorized(int indent) {
    std::vector<int> extents{2, 4, 4, 8, 16, 3};
    int extent = Any(extents);
    std::string v = Fresh("v");
    Line(indent, "for " + v + " in T.vectorized(" + std::to_string(extent) + "):");
    int in = indent + 1;
    std::string column = v;
    if (extent <= 8 && Chance(2))
      column = "(" + Bounded(Int(1), 16 / extent) + ") * " + std::to_string(extent) + " + " + v;
    std::string from = "T.cast(" + Any(ints_).text + ", \"int64\") % n, ";
    if (Chance(2)) {
      Line(in, "column" + v + " = " + column + " + T.int32(0)");
      column = "column" + v;
    }
    std::string value = "A[" + from + (Chance(3) ? Bounded(Int(1), 64) : column) + "]";
    if (Chance(2)) value += " * " + Real(0);
    if (Chance(3)) value = "T.exp2(-T.abs(" + value + "))";
    if (Chance(4)) value = "T.cast(T.cast(" + v + ", \"float16\") * T.float16(2), \"float32\") + " + value;
    if (Chance(4)) value = "(" + value + " if " + v + " < 2 else T.float32(1))";
    if (Chance(3)) {
      Line(in, "y" + v + ": T.float32 = " + value);
      Line(in, "y" + v + " += " + Real(0));
      value = "y" + v;
    }
    if (Chance(3)) Line(in++, "if " + column + " < " + Any(ints_).text + ":");
    std::string other = Chance(3) ? "Out[row, (" + column + " + 1) % 16]" : "Out[row, " + column + "]";
    if (Chance(3)) value += " + " + other;
    Line(in, "Out[row, " + column + "] = " + value);
    if (Chance(3)) Line(in, "Ints[row, " + column + "] = I[" + v + " + 4] + " + v);
    if (Chance(6) && !cells_.empty()) Line(in, Any(cells_) + " += A[0, " + v + "]");
  }

  std::mt19937 random_;
  std::string text_;
  std::vector<Number> ints_;
  std::vector<std::string> cells_;
  int names_ = 0;
};

}  // namespace tirx::pass
