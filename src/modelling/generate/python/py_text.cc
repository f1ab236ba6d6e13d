#include "modelling/generate/python/py_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "base/json_lines.h"
#include "modelling/generate/words.h"

namespace partita::modelling::python {
namespace {

// Keywords, and names in small letters that generated code uses.
constexpr auto kTakenNames = std::to_array<std::string_view>({"and",      "as",           "assert",  "async",
                                                              "await",    "break",        "bool",    "bytes",
                                                              "case",     "class",        "cls",     "cast",
                                                              "continue", "dataclass",    "date",    "datetime",
                                                              "def",      "del",          "dict",    "elif",
                                                              "else",     "except",       "field",   "finally",
                                                              "float",    "for",          "from",    "frozenset",
                                                              "global",   "if",           "import",  "in",
                                                              "int",      "is",           "lambda",  "list",
                                                              "match",    "member",       "none",    "nonlocal",
                                                              "not",      "object",       "or",      "other_attributes",
                                                              "overload", "parse_change", "pass",    "property",
                                                              "raise",    "return",       "runtime", "self",
                                                              "set",      "str",          "super",   "true",
                                                              "false",    "try",          "tuple",   "type",
                                                              "while",    "with",         "yield"});

// The words of a text, so that line ends and other control bytes become blanks.
std::vector<std::string> doc_words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) out.push_back(std::exchange(word, {}));
  };
  for (const char c : text)
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f)
      end_word();
    else
      word += c;
  end_word();
  return out;
}

// The length in characters, as the formatter counts it.
std::size_t py_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::string> doc_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& word : doc_words(text)) {
    if (lines.empty() || py_width(lines.back()) + 1 + py_width(word) > width)
      lines.push_back(word);
    else
      lines.back() += ' ' + word;
  }
  return lines;
}

// A backslash or quotes would end the doc string, or mean another text.
std::string doc_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || (c == '"' && out.ends_with("\"\""))) out += '\\';
    out += c;
  }
  return out;
}

std::string one_line(const PyNode& node) {
  if (node.items.empty()) return node.open + node.close;
  std::string out = node.open;
  for (std::size_t i = 0; i < node.items.size(); ++i) out += (i > 0 ? ", " : "") + one_line(node.items[i]);
  if (node.is_tuple && node.items.size() == 1) out += ',';
  return out + node.close;
}

}  // namespace

// The formatter has single quotes around a text with more double ones.
std::string py_literal(std::string_view text) {
  std::string out = base::json_text(text);
  if (std::ranges::count(text, '"') <= std::ranges::count(text, '\'')) return out;
  std::string single = "'";
  for (std::size_t at = 1; at + 1 < out.size(); ++at) {
    if (out[at] == '\\' && out[at + 1] == '"')
      ++at;
    else if (out[at] == '\\')
      single += out[at++];
    else if (out[at] == '\'')
      single += '\\';
    single += out[at];
  }
  return single + '\'';
}

std::string py_name(std::string_view name) {
  std::string out = snake(name);
  return base::contains(kTakenNames, std::string_view(out)) ? out + '_' : out;
}

std::string py_doc(const std::vector<std::string>& paragraphs, std::size_t indent) {
  const std::string blanks(indent, ' ');
  std::vector<std::string> lines;
  for (const std::string& paragraph : paragraphs) {
    std::string text = doc_escaped(paragraph);
    // A quote in front of the closing ones would be one of them.
    if (text.ends_with('"')) text += '.';
    const std::vector<std::string> more = doc_lines(text, kPyLineBytes - indent - (lines.empty() ? 3 : 0));
    if (more.empty()) continue;
    if (!lines.empty()) lines.emplace_back();
    lines.insert(lines.end(), more.begin(), more.end());
  }
  if (lines.empty()) return {};
  if (lines.size() == 1 && py_width(lines[0]) + indent + 6 > kPyLineBytes)
    lines = doc_lines(lines[0], kPyLineBytes - indent - 6);
  // The formatter leaves the quotes behind a single long word.
  if (lines.size() == 1) return fmt::format("{}\"\"\"{}\"\"\"\n", blanks, lines[0]);
  std::string out = fmt::format("{}\"\"\"{}\n", blanks, lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i)
    out += lines[i].empty() ? "\n" : fmt::format("{}{}\n", blanks, lines[i]);
  return fmt::format("{}{}\"\"\"\n", out, blanks);
}

std::string py_comment(std::string_view text, std::size_t indent) {
  std::string out;
  for (const std::string& line : doc_lines(text, kPyLineBytes - indent - 2))
    out += fmt::format("{}# {}\n", std::string(indent, ' '), line);
  return out;
}

PyNode py_text(std::string text) { return {.open = std::move(text)}; }

PyNode py_call(std::string head, std::vector<PyNode> items, std::string tail) {
  return {.open = std::move(head) + '(', .close = ')' + std::move(tail), .items = std::move(items)};
}

PyNode py_list(std::string head, std::vector<PyNode> items, std::string tail) {
  return {.open = std::move(head) + '[', .close = ']' + std::move(tail), .items = std::move(items)};
}

PyNode py_tuple(std::vector<PyNode> items) {
  return {.open = "(", .close = ")", .items = std::move(items), .is_tuple = true};
}

std::vector<PyNode> py_texts(const std::vector<std::string>& texts) {
  std::vector<PyNode> out;
  for (const std::string& text : texts) out.push_back(py_text(text));
  return out;
}

PyNode py_before(std::string_view name, PyNode node) {
  node.open.insert(0, name);
  return node;
}

std::string py_layout(const PyNode& node, std::size_t indent, std::size_t before, std::size_t after) {
  std::string line = one_line(node);
  if (node.items.empty() || py_width(line) + indent + before + after <= kPyLineBytes) return line;
  std::string out = node.open + '\n';
  const std::string blanks(indent + 4, ' ');
  // A star alone takes no comma if it is the last one; a subscript of one type would become a tuple by a comma.
  const bool is_subscript = node.open.ends_with('[') && node.open != "[" && node.items.size() == 1;
  for (const PyNode& item : node.items)
    out += fmt::format("{}{}{}\n", blanks, py_layout(item, indent + 4, 0, 1), is_subscript ? "" : ",");
  return out + std::string(indent, ' ') + node.close;
}

std::string py_line(const PyNode& node, std::size_t indent) {
  return std::string(indent, ' ') + py_layout(node, indent) + '\n';
}

std::string py_union_line(std::string_view name, const std::vector<std::string>& types) {
  const std::string joined = fmt::format("{}", fmt::join(types, " | "));
  const std::string line = fmt::format("{} = {}\n", name, joined);
  if (line.size() <= kPyLineBytes + 1) return line;
  if (joined.size() + 4 <= kPyLineBytes) return fmt::format("{} = (\n    {}\n)\n", name, joined);
  return fmt::format("{} = (\n    {}\n)\n", name, fmt::join(types, "\n    | "));
}

}  // namespace partita::modelling::python
