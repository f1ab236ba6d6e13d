// Texts of Python: literals, names, comments, and lines that are not too long.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::modelling::python {

inline constexpr std::size_t kPyLineBytes = 100;

// A text in quotes.
std::string py_literal(std::string_view text);
// The name of a field, parameter, method or attribute: in small letters, with underscores, and not a keyword or a name
// that generated code uses.
std::string py_name(std::string_view name);

// A doc string with `indent` blanks before each line. Each text is a paragraph; empty ones are left out. Returns an
// empty text without paragraphs.
std::string py_doc(const std::vector<std::string>& paragraphs, std::size_t indent);
// Lines with # before each.
std::string py_comment(std::string_view text, std::size_t indent = 0);

// A text of a program, in the layout that the formatter of Python keeps: on one line if it fits, and otherwise with
// each item on a line of its own and a comma behind it.
struct PyNode {
  std::string open = {};   // the whole text of a node without items
  std::string close = {};  // a bracket and the text behind it
  std::vector<PyNode> items = {};
  bool is_tuple = false;  // a single item keeps its comma
};

PyNode py_text(std::string text);
// `head`(items)`tail`.
PyNode py_call(std::string head, std::vector<PyNode> items, std::string tail = {});
PyNode py_list(std::string head, std::vector<PyNode> items, std::string tail = {});
PyNode py_tuple(std::vector<PyNode> items);
// The texts as nodes.
std::vector<PyNode> py_texts(const std::vector<std::string>& texts);
// `name` and `node` behind each other.
PyNode py_before(std::string_view name, PyNode node);

// The node at `indent`, if `before` is written on the line in front of it, and `after` behind it.
std::string py_layout(const PyNode& node, std::size_t indent, std::size_t before = 0, std::size_t after = 0);
// A whole line or several: blanks, the node and a line end.
std::string py_line(const PyNode& node, std::size_t indent = 0);
// `name` = a | b, in brackets if one line is too short.
std::string py_union_line(std::string_view name, const std::vector<std::string>& types);

}  // namespace partita::modelling::python
