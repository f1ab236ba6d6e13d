#include "identities/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "iam/names.h"
#include "iam/principal.h"

namespace partita::identities {
namespace {

constexpr std::size_t kMostPathBytes = 512, kMostTagName = 128, kMostTagValue = 256;

bool is_name_character(char c) {
  const char letter = base::lower(c);
  return (letter >= 'a' && letter <= 'z') || base::is_digit(c) ||
         std::string_view("_+=,.@-").find(c) != std::string_view::npos;
}

// Tags may have letters of any script. The others are checked byte by byte.
bool is_tag_character(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || is_name_character(c) || c == ' ' || c == ':' || c == '/';
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

std::string tag_fault(const std::string& name, const std::string& value) {
  if (name.empty() || characters(name) > kMostTagName || !std::ranges::all_of(name, is_tag_character))
    return fmt::format("the name of a tag has 1 to {} letters, digits, blanks or \"_.:/=+-@\"", kMostTagName);
  if (iam::starts_with_ignoring_case(name, "aws:")) return "a tag must not begin with aws:, which is reserved";
  if (characters(value) > kMostTagValue || !std::ranges::all_of(value, is_tag_character))
    return fmt::format("the value of the tag {} must have at most {} letters, digits, blanks or \"_.:/=+-@\"", name,
                       kMostTagValue);
  return {};
}

}  // namespace

std::string name_fault(std::string_view what, std::string_view name) {
  const std::size_t most = what == "group" || what == "policy" ? 128 : 64;
  if (!name.empty() && name.size() <= most && std::ranges::all_of(name, is_name_character)) return {};
  return fmt::format("'{}' cannot be the name of a {}: it has 1 to {} letters, digits or \"_+=,.@-\"", name, what,
                     most);
}

std::string path_fault(std::string_view path) {
  const bool printable = std::ranges::all_of(path, [](char c) { return c > ' ' && c <= '~'; });
  if (printable && path.starts_with('/') && path.ends_with('/') && path.size() <= kMostPathBytes) return {};
  return fmt::format(
      "'{}' is not a path: it begins and ends with '/', such as /team/, and has at most {} characters without "
      "blanks",
      path, kMostPathBytes);
}

std::string account_fault(std::string_view account) {
  if (iam::is_account(account)) return {};
  return fmt::format("'{}' is not an account: an account has 12 digits", account);
}

std::string tags_fault(const Tags& tags) {
  if (tags.size() > kMostTags) return fmt::format("there are more than {} tags", kMostTags);
  std::set<std::string> names;
  for (const auto& [name, value] : tags) {
    if (std::string fault = tag_fault(name, value); !fault.empty()) return fault;
    if (!names.insert(base::lower(name)).second)
      return fmt::format("the tag {} is there twice; the case of letters does not count", name);
  }
  return {};
}

std::string policy_fault(std::string_view name, std::string_view document, iam::PolicyType type) {
  const auto compiled = iam::Compilation::of(std::string(name), document, type);
  if (compiled.faults.empty()) return {};
  const iam::DocumentFault& first = compiled.faults.front();
  return fmt::format("{}:{}:{}: {}", name, first.place.line, first.place.column, first.text);
}

std::size_t policy_size(std::string_view document) {
  return static_cast<std::size_t>(std::ranges::count_if(
      document, [](unsigned char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r' && (c & 0xC0) != 0x80; }));
}

bool same_name(std::string_view a, std::string_view b) { return iam::same_ignoring_case(a, b); }

}  // namespace partita::identities
