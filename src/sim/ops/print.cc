// SPDX-License-Identifier: Apache-2.0
// Printing from a kernel, on standard output: warp by warp as they run, lanes in order.
#include <algorithm>
#include <cstdio>

#include "sim/ops/semantics.h"

namespace tirx::sim {
namespace {

// One conversion of a checked format ("%5d") with the lane's argument.
std::string Formatted(OpContext& ctx, std::string conversion, int arg, int lane) {
  const Type type = ctx.arg_type(arg);
  const char last = conversion.back();
  char text[512];
  if (IsFloat(type)) {
    const double value = type == Type::F64 ? ctx.Arg<double>(arg)[lane] : double(ctx.Arg<float>(arg)[lane]);
    std::snprintf(text, sizeof text, conversion.c_str(), Shown(value));
    return text;
  }
  // Whatever length the script says, the argument is passed in 64 bits here.
  conversion.erase(std::remove(conversion.begin(), conversion.end(), 'l'), conversion.end());
  const bool is_signed = last == 'd' || last == 'i';
  uint64_t bits = IsWide(type)     ? ctx.Arg<uint64_t>(arg)[lane]
                  : IsSigned(type) ? uint64_t(int64_t(ctx.Arg<int32_t>(arg)[lane]))
                                   : ctx.Arg<uint32_t>(arg)[lane];
  if (!IsWide(type) && !is_signed) bits &= 0xffffffffu;
  if (last == 'c') return std::string(1, char(bits));
  if (last == 'p') conversion.back() = 'x', conversion.insert(0, "0x");
  conversion.insert(conversion.size() - 1, "ll");
  std::snprintf(text, sizeof text, conversion.c_str(), static_cast<unsigned long long>(bits));
  return text;
}

}  // namespace

void Print(OpContext& ctx) {
  const std::string_view format = ctx.TextAttribute("format", "");
  TIRX_SIM_ACTIVE(lane, ctx.mask()) {
    std::string line;
    int arg = 0;
    for (size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%') {
        line += format[i];
      } else if (format[i + 1] == '%') {
        line += format[i++];
      } else {
        const size_t end = format.find_first_of("diuxXocfFeEgGp", i);
        line += Formatted(ctx, std::string(format.substr(i, end - i + 1)), arg++, lane);
        i = end;
      }
    }
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  std::fflush(stdout);
}

}  // namespace tirx::sim
