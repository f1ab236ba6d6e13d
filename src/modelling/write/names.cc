#include "modelling/write/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace partita::modelling {
namespace {

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string beginning_with_letter(std::string name, std::string_view otherwise) {
  if (name.empty() || !is_name_letter(name.front())) name.insert(0, otherwise);
  return name;
}

}  // namespace

std::string camel_name(std::string_view name, std::string_view otherwise) {
  std::string out;
  bool begins = true;
  for (const char c : name) {
    const bool taken = is_name_letter(c) || base::is_digit(c);
    if (taken) out += begins ? upper(c) : c;
    begins = !taken;
  }
  return beginning_with_letter(std::move(out), otherwise);
}

std::string snake_name(std::string_view name, std::string_view otherwise) {
  std::string out;
  for (const char c : name) {
    if (is_name_letter(c) || base::is_digit(c))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (out.ends_with('_')) out.pop_back();
  return beginning_with_letter(std::move(out), otherwise);
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && !base::is_digit(name.front()) && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || is_name_letter(c) || base::is_digit(c);
  });
}

std::vector<std::string> distinct_names(const std::vector<std::string>& names,
                                        const std::function<std::string(const std::string&)>& make) {
  std::vector<std::string> made;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    const std::string wanted = make(name);
    std::string one = wanted;
    for (int number = 2; !taken.insert(one).second; ++number) one = fmt::format("{}{}", wanted, number);
    made.push_back(std::move(one));
  }
  return made;
}

}  // namespace partita::modelling
