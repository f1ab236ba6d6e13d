// An option whose value is one of several names.
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>

namespace partita::tools {

// `value` and `choices` must outlive the use of `app`.
template <class T>
void add_choice(CLI::App& app, const std::string& name, T& value, const std::map<std::string, T>& choices,
                const std::string& help) {
  std::string names;
  for (const auto& [text, meaning] : choices) names += (names.empty() ? "" : "|") + text;
  app.add_option_function<std::string>(
         name, [&value, &choices](const std::string& text) { value = choices.at(text); }, help)
      ->check([&choices, names](const std::string& text) {
        return choices.contains(text) ? std::string() : "'" + text + "' is not one of " + names;
      })
      ->type_name(names);
}

}  // namespace partita::tools
