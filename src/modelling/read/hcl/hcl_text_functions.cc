// Terraform's functions of texts.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "modelling/read/hcl/hcl_call.h"

namespace partita::modelling::hcl {
namespace {

constexpr int kWidestField = 1000;

std::string in_lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}
std::string in_upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

Result<Node> change_text(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  if (call.name == "lower") return call.text_node(in_lower(text));
  if (call.name == "upper") return call.text_node(in_upper(text));
  if (call.name == "trimspace") return call.text_node(std::string(base::trimmed(text)));
  if (call.name == "chomp") {
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return call.text_node(text);
  }
  for (std::size_t i = 0; i < text.size(); ++i)  // title
    if (i == 0 || text[i - 1] == ' ' || text[i - 1] == '-') text[i] = in_upper(std::string(1, text[i])).front();
  return call.text_node(text);
}

Result<Node> compare_text(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  PARTITA_TRY_VALUE(part, call.text(1));
  if (call.name == "startswith") return call.flag(text.starts_with(part));
  if (call.name == "endswith") return call.flag(text.ends_with(part));
  if (call.name == "strcontains") return call.flag(text.find(part) != text.npos);
  if (call.name == "trimprefix") return call.text_node(text.starts_with(part) ? text.substr(part.size()) : text);
  if (call.name == "trimsuffix")
    return call.text_node(text.ends_with(part) ? text.substr(0, text.size() - part.size()) : text);
  const std::size_t first = text.find_first_not_of(part);  // trim
  if (first == text.npos) return call.text_node("");
  return call.text_node(text.substr(first, text.find_last_not_of(part) + 1 - first));
}

Result<Node> replace(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  PARTITA_TRY_VALUE(from, call.text(1));
  PARTITA_TRY_VALUE(to, call.text(2));
  if (from.size() > 1 && from.starts_with('/') && from.ends_with('/'))
    return call.wrong("regular expressions are not read; write the value out");
  if (from.empty()) return call.text_node(text);
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t found = text.find(from, at);
    out.append(text, at, found == text.npos ? text.npos : found - at);
    if (out.size() > kLongestText) return call.wrong("the text becomes too long");
    if (found == text.npos) return call.text_node(out);
    out += to;
    at = found + from.size();
  }
}

// Bytes, so that a text beyond ASCII is refused in place of being cut in a character.
Result<Node> substr(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  PARTITA_TRY_VALUE(offset, call.number(1));
  PARTITA_TRY_VALUE(length, call.number(2));
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) > 0x7F; }))
    return call.wrong("only texts of ASCII are read; write the value out");
  const long double size = static_cast<double>(text.size());
  const long double begin = std::clamp(offset < 0 ? size + offset : offset, 0.0L, size);
  const long double end = length < 0 ? size : std::min(size, begin + length);
  return call.text_node(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
}

Result<Node> join(const Call& call) {
  PARTITA_TRY_VALUE(between, call.text(0));
  std::string joined;
  bool first = true;
  for (std::size_t i = 1; i < call.size(); ++i) {
    PARTITA_TRY_VALUE(list, call.list(i));
    for (const Node& one : *list) {
      if (!one.is_scalar()) return call.wrong("the list must have strings");
      if (!first) joined += between;
      first = false;
      joined += one.text;
    }
  }
  return call.short_text(std::move(joined));
}

Result<Node> split(const Call& call) {
  PARTITA_TRY_VALUE(between, call.text(0));
  PARTITA_TRY_VALUE(text, call.text(1));
  std::vector<Node> parts;
  for (std::size_t at = 0;;) {
    const std::size_t found = between.empty() ? text.npos : text.find(between, at);
    parts.push_back(call.text_node(text.substr(at, found == text.npos ? text.npos : found - at)));
    if (found == text.npos) return call.items(std::move(parts), Node::Collection::List);
    at = found + between.size();
  }
}

// %s, %d, %v, %q and %%, with a width, such as %03d.
Result<Node> format(const Call& call) {
  PARTITA_TRY_VALUE(pattern, call.text(0));
  std::string out;
  std::size_t next = 1;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      out += pattern[i];
      continue;
    }
    std::string flags, width;
    for (++i; i < pattern.size() && (pattern[i] == '0' || pattern[i] == '-'); ++i) flags += pattern[i];
    for (; i < pattern.size() && base::is_digit(pattern[i]); ++i) width += pattern[i];
    const char verb = i < pattern.size() ? pattern[i] : '\0';
    if (verb == '%') {
      out += '%';
      continue;
    }
    if (std::string_view("sdvq").find(verb) == std::string_view::npos || verb == '\0')
      return call.wrong(fmt::format("the format %{} is not read; write the value out", std::string(1, verb)));
    if (next >= call.size()) return call.wrong("there are more formats than values");
    PARTITA_TRY_VALUE(value, call.text(next++));
    if (verb == 'q') value = "\"" + value + "\"";
    const int wide = width.size() > 4 ? kWidestField + 1 : width.empty() ? 0 : std::stoi(width);
    if (wide > kWidestField) return call.wrong("a field is too wide");
    const bool zeros = flags.find('0') != flags.npos;
    while (static_cast<int>(value.size()) < wide)
      value.insert(flags.find('-') != flags.npos ? value.size() : 0, 1, zeros ? '0' : ' ');
    out += value;
  }
  return call.short_text(std::move(out));
}

constexpr std::array kTextFunctions = {Function{"lower", 1, 1, change_text},
                                       Function{"upper", 1, 1, change_text},
                                       Function{"title", 1, 1, change_text},
                                       Function{"trimspace", 1, 1, change_text},
                                       Function{"chomp", 1, 1, change_text},
                                       Function{"startswith", 2, 2, compare_text},
                                       Function{"endswith", 2, 2, compare_text},
                                       Function{"strcontains", 2, 2, compare_text},
                                       Function{"trimprefix", 2, 2, compare_text},
                                       Function{"trimsuffix", 2, 2, compare_text},
                                       Function{"trim", 2, 2, compare_text},
                                       Function{"replace", 3, 3, replace},
                                       Function{"substr", 3, 3, substr},
                                       Function{"join", 2, kAnyNumber, join},
                                       Function{"split", 2, 2, split},
                                       Function{"format", 1, kAnyNumber, format}};

}  // namespace

std::span<const Function> text_functions() { return kTextFunctions; }

}  // namespace partita::modelling::hcl
