// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/compiler_log.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace tirx::cuda {
namespace {

constexpr size_t kMaxLogLines = 40;

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// Splits a line at its severity: "error:", "catastrophic error:", "fatal error:", "error   :" and "fatal   :"
// (both of ptxas and nvcc). False when the line reports no error.
bool SplitAtSeverity(std::string_view line, std::string_view* before, std::string_view* after) {
  for (std::string_view word : {"error", "fatal"}) {
    for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
      bool starts_word = at == 0 || line[at - 1] == ' ';
      size_t colon = line.find_first_not_of(' ', at + word.size());
      if (!starts_word || colon == std::string_view::npos || line[colon] != ':') continue;
      *before = line.substr(0, at);
      *after = Trim(line.substr(colon + 1));
      return true;
    }
  }
  return false;
}

// "kernel.cu(3): catastrophic " or "kernel.cu:3:10: fatal ". A line of PTX ("ptxas x.ptx, line 3; ") is no
// source line.
void ReadPlace(std::string_view before, CompilerError& error) {
  size_t open = before.rfind('('), close = before.rfind("):");
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    error.file = std::string(before.substr(0, open));
    error.line = atoi(std::string(before.substr(open + 1, close - open - 1)).c_str());
    return;
  }
  size_t colon = before.find(':');
  if (colon != std::string_view::npos && colon + 1 < before.size() &&
      std::isdigit(static_cast<unsigned char>(before[colon + 1]))) {
    error.file = std::string(before.substr(0, colon));
    error.line = atoi(std::string(before.substr(colon + 1)).c_str());
  }
}

// The two lines below an error: the source, and a caret under the place.
void ReadCaret(std::string_view shown, std::string_view caret, CompilerError& error) {
  size_t first = shown.find_first_not_of(" \t"), at = caret.find('^');
  if (Trim(caret) != "^" || first == std::string_view::npos || at < first) return;
  error.shown = std::string(Trim(shown));
  error.caret = at - first;
}

size_t WordLength(std::string_view text) {
  size_t length = 0;
  while (length < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[length])) || text[length] == '_'))
    ++length;
  return std::max<size_t>(length, 1);
}

// The line, or the word in it that the compiler points at; nvcc shows some lines in other words.
Span SpanInSource(const CompilerRun& run, const CompilerError& error) {
  if (error.line <= 0 || error.file != run.program_name) return Span();
  SourceFile file(run.program_name, run.source);
  std::string_view line = file.Line(error.line);
  if (line.empty()) return Span();
  int first = std::max(int(line.find_first_not_of(" \t")) + 1, 1);
  if (error.caret >= error.shown.size() || Trim(line) != error.shown)
    return Span(file, error.line, first, error.line, int(line.size()) + 1);
  first += int(error.caret);
  int length = int(WordLength(std::string_view(error.shown).substr(error.caret)));
  return Span(file, error.line, first, error.line, first + length);
}

std::string ClippedLog(std::string_view log) {
  std::vector<std::string_view> lines = Lines(log);
  std::string text;
  for (size_t i = 0; i < std::min(lines.size(), kMaxLogLines); ++i) text += "\n" + std::string(lines[i]);
  if (lines.size() > kMaxLogLines)
    text += "\n... " + std::to_string(lines.size() - kMaxLogLines) + " more lines";
  return text;
}

}  // namespace

CompilerError FirstError(std::string_view log) {
  CompilerError error;
  std::vector<std::string_view> lines = Lines(log);
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i], before, after;
    if (!SplitAtSeverity(line, &before, &after)) continue;
    error.text = std::string(after);
    ReadPlace(before, error);
    if (error.line > 0 && i + 2 < lines.size()) ReadCaret(lines[i + 1], lines[i + 2], error);
    // ptxas errors keep the place in the PTX, which the text alone does not tell.
    if (size_t at = before.find("line "); error.line == 0 && at != std::string_view::npos) {
      error.text += " (PTX " + std::string(Trim(before.substr(at, before.find(';') - at))) + ")";
    }
    return error;
  }
  return error;
}

std::string JoinArguments(const std::vector<std::string>& argv) {
  std::string text;
  for (const std::string& item : argv) {
    if (!text.empty()) text += ' ';
    bool quote = item.empty() || item.find_first_of(" '\"") != std::string::npos;
    text += quote ? "\"" + item + "\"" : item;
  }
  return text;
}

Failure CompileFailure(const CompilerRun& run, std::string_view reason) {
  CompilerError error = FirstError(run.log);
  std::string text = error.text.empty() ? std::string(reason) : error.text;
  diag::Diagnostic diagnostic = diag::Make(DK::CudaCompileFailed, SpanInSource(run, error), {run.tool, text});
  if (!diagnostic.span.defined() && error.line > 0) {
    diagnostic.notes.push_back({Span(), "at " + error.file + ":" + std::to_string(error.line)});
  }
  diagnostic.notes.push_back({Span(), run.tool + " is " + run.path});
  diagnostic.notes.push_back({Span(), "arguments: " + JoinArguments(run.argv)});
  if (!run.log.empty()) diagnostic.notes.push_back({Span(), "its log:" + ClippedLog(run.log)});
  return diagnostic;
}

}  // namespace tirx::cuda
