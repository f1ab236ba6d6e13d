#include "modelling/generate/typescript/ts_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "base/json_lines.h"
#include "modelling/generate/prose.h"

namespace partita::modelling::typescript {
namespace {

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"arguments", "await",      "break",     "case",   "catch",    "class",  "const",      "continue",
     "debugger",  "default",    "delete",    "do",     "else",     "enum",   "eval",       "export",
     "extends",   "false",      "finally",   "for",    "function", "if",     "implements", "import",
     "in",        "instanceof", "interface", "let",    "new",      "null",   "package",    "private",
     "protected", "public",     "return",    "static", "super",    "switch", "this",       "throw",
     "true",      "try",        "typeof",    "var",    "void",     "while",  "with",       "yield"});

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

// A comment ends at "*/".
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::string harmless;
  for (const char c : text) harmless += c == '/' && harmless.ends_with('*') ? "\\/" : std::string(1, c);
  return prose_lines(harmless, width);
}

}  // namespace

std::string ts_literal(std::string_view text) { return base::json_text(text); }

bool is_ts_identifier(std::string_view name) { return is_name(name) && !base::contains(kKeywords, name); }

// "__proto__: value" in an object literal would set its prototype.
std::string ts_property(std::string_view name) {
  if (name == "__proto__") return "[\"__proto__\"]";
  return is_name(name) ? std::string(name) : ts_literal(name);
}

std::string ts_member(std::string_view object, std::string_view name) {
  return is_name(name) ? fmt::format("{}.{}", object, name) : fmt::format("{}[{}]", object, ts_literal(name));
}

std::string ts_doc(const std::vector<std::string>& paragraphs, std::size_t indent) {
  const std::string blanks(indent, ' ');
  std::vector<std::string> lines;
  for (const std::string& paragraph : paragraphs) {
    const std::vector<std::string> more = wrapped(paragraph, kTsLineBytes - indent - 3);
    if (more.empty()) continue;
    if (!lines.empty()) lines.emplace_back();
    lines.insert(lines.end(), more.begin(), more.end());
  }
  if (lines.empty()) return {};
  if (lines.size() == 1 && lines[0].size() + indent + 7 <= kTsLineBytes)
    return fmt::format("{}/** {} */\n", blanks, lines[0]);
  std::string out = blanks + "/**\n";
  for (const std::string& line : lines) out += line.empty() ? blanks + " *\n" : fmt::format("{} * {}\n", blanks, line);
  return out + blanks + " */\n";
}

std::string ts_comment(std::string_view text) {
  std::string out;
  for (const std::string& line : wrapped(text, kTsLineBytes - 3)) out += "// " + line + '\n';
  return out;
}

std::string ts_union(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const std::string& name : names) texts.push_back(ts_literal(name));
  return texts.empty() ? "never" : fmt::format("{}", fmt::join(texts, " | "));
}

std::string ts_union_line(std::string_view head, const std::vector<std::string>& names, std::string_view tail) {
  const std::string line = fmt::format("{}{}{}\n", head, ts_union(names), tail);
  if (line.size() <= kTsLineBytes + 1 || names.size() < 2) return line;
  std::string out(head);
  while (out.ends_with(' ')) out.pop_back();
  const std::size_t indent = head.find_first_not_of(' ') + 2;
  const std::string below = fmt::format("{}{}{}", std::string(indent, ' '), ts_union(names), tail);
  if (below.size() <= kTsLineBytes) return fmt::format("{}\n{}\n", out, below);
  for (const std::string& name : names) out += fmt::format("\n{}| {}", std::string(indent, ' '), ts_literal(name));
  return fmt::format("{}{}\n", out, tail);
}

std::string ts_parameters(const std::string& head, const std::vector<std::string>& parameters, std::string_view tail,
                          std::size_t indent) {
  const std::string line = fmt::format("{}({}){}", head, fmt::join(parameters, ", "), tail);
  if (line.find('\n') <= kTsLineBytes || line.size() <= kTsLineBytes || parameters.empty()) return line;
  std::string out = head + "(\n";
  for (const std::string& one : parameters) {
    // No comma may follow a rest parameter.
    const bool is_rest = one.starts_with("...");
    out += fmt::format("{}{}{}\n", std::string(indent + 2, ' '), one, is_rest ? "" : ",");
  }
  return fmt::format("{}{}){}", out, std::string(indent, ' '), tail);
}

std::string ts_picked(std::string_view name, std::string_view tool, std::string_view type,
                      const std::vector<std::string>& names) {
  const std::string line = fmt::format("export type {} = {}<{}, {}>;\n", name, tool, type, ts_union(names));
  if (line.size() <= kTsLineBytes + 1) return line;
  std::string picked = fmt::format("  {}\n", ts_union(names));
  if (picked.size() > kTsLineBytes + 1) {
    picked.clear();
    for (const std::string& one : names) picked += fmt::format("  | {}\n", ts_literal(one));
  }
  return fmt::format("export type {} = {}<\n  {},\n{}>;\n", name, tool, type, picked);
}

std::string ts_call(const std::string& head, const std::vector<std::string>& arguments) {
  std::string line = fmt::format("{}({})", head, fmt::join(arguments, ", "));
  // "    return " and ";"
  if (line.size() + 12 <= kTsLineBytes) return line;
  return fmt::format("{}(\n      {},\n    )", head, fmt::join(arguments, ",\n      "));
}

namespace {

std::string one_line(const documents::Tree& tree) {
  using Kind = documents::Tree::Kind;
  std::vector<std::string> parts;
  switch (tree.kind) {
    case Kind::Null:
      return "null";
    case Kind::Flag:
      return tree.flag ? "true" : "false";
    case Kind::Bare:
      return tree.text;
    case Kind::Text:
      return ts_literal(tree.text);
    case Kind::List:
      for (const documents::Tree& item : tree.items) parts.push_back(one_line(item));
      return fmt::format("[{}]", fmt::join(parts, ", "));
    case Kind::Map:
      for (const auto& [name, value] : tree.members)
        parts.push_back(fmt::format("{}: {}", ts_property(name), one_line(value)));
      return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }
  return {};
}

}  // namespace

std::string ts_value(const documents::Tree& tree, std::size_t indent) {
  std::string line = one_line(tree);
  const std::size_t parts = tree.items.size() + tree.members.size();
  if (line.size() + indent + 20 <= kTsLineBytes || parts == 0) return line;
  const bool is_list = tree.kind == documents::Tree::Kind::List;
  std::string out = is_list ? "[\n" : "{\n";
  const std::string blanks(indent + 2, ' ');
  for (const documents::Tree& item : tree.items) out += fmt::format("{}{},\n", blanks, ts_value(item, indent + 2));
  for (const auto& [name, value] : tree.members)
    out += fmt::format("{}{}: {},\n", blanks, ts_property(name), ts_value(value, indent + 2));
  return out + std::string(indent, ' ') + (is_list ? ']' : '}');
}

}  // namespace partita::modelling::typescript
