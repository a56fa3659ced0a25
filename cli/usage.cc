// SPDX-License-Identifier: Apache-2.0
#include "cli/usage.h"

#include <cstdio>
#include <cstring>

#include "diag/suggest.h"

namespace tirx::cli {
namespace {

std::vector<std::string_view> Views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& known) {
  std::string_view close = diag::Closest(name, Views(known));
  return close.empty() ? "" : "; did you mean `" + std::string(close) + "`?";
}

std::vector<std::string> VerbsOf(const CLI::App& app) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  return verbs;
}

std::vector<std::string> OptionsOf(const CLI::App& app) {
  std::vector<std::string> options;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  return options;
}

// The first word, if it is meant as a verb and is none.
std::string UnknownVerb(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return "";
  std::string word = argv[1];
  for (const std::string& verb : VerbsOf(app))
    if (verb == word) return "";
  return word;
}

// What nobody took: an option that does not exist, or a word too many.
std::string AboutExtra(const CLI::App& verb, const std::string& extra) {
  if (extra.size() < 2 || extra[0] != '-') return "`" + extra + "` is one argument too many";
  std::string name = extra.substr(0, extra.find('='));
  return "no option `" + name + "`" + DidYouMean(name, OptionsOf(verb));
}

std::string AboutError(const CLI::App& app, const CLI::App& verb, const CLI::ParseError& error, int argc,
                       const char* const* argv) {
  if (std::string word = UnknownVerb(app, argc, argv); !word.empty())
    return "no verb `" + word + "`; there is " + diag::OneOf(Views(VerbsOf(app))) +
           DidYouMean(word, VerbsOf(app));
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    std::string text;
    for (const std::string& extra : app.remaining(true)) {
      // Words after an unknown option are probably its value.
      if (extra[0] != '-' && !text.empty()) continue;
      text += (text.empty() ? "" : "\n") + AboutExtra(verb, extra);
    }
    if (!text.empty()) return text;
  }
  if (&verb == &app && argc < 2) return "a verb is missing; there is " + diag::OneOf(Views(VerbsOf(app)));
  return error.what();
}

}  // namespace

CLI::Validator Choice(std::vector<std::string> values) {
  auto check = [values](const std::string& given) -> std::string {
    for (const std::string& value : values)
      if (value == given) return "";
    return "`" + given + "` is not " + diag::OneOf(Views(values)) + DidYouMean(given, values);
  };
  return CLI::Validator(check, "");
}

CLI::Validator AtLeast(int64_t least) {
  auto check = [least](const std::string& given) -> std::string {
    int64_t value = 0;
    const bool is_number = CLI::detail::lexical_cast(given, value);
    if (is_number && value >= least) return "";
    return "`" + given + "` is not a whole number of at least " + std::to_string(least);
  };
  return CLI::Validator(check, "");
}

ExitCode ReportUsage(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  if (error.get_exit_code() == 0) return app.exit(error) == 0 ? kFine : kUsage;  // --help, --version
  auto chosen = app.get_subcommands();
  const CLI::App& verb = chosen.empty() ? app : *chosen.front();
  std::string name = chosen.empty() ? "tirx" : "tirx " + verb.get_name();
  std::fprintf(stderr, "%s: %s\nsee %s --help\n", name.c_str(),
               AboutError(app, verb, error, argc, argv).c_str(), name.c_str());
  return kUsage;
}

}  // namespace tirx::cli
