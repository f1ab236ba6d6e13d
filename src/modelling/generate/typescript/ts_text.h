// Texts of TypeScript: literals, names of properties, comments, and lines that are not too long.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/tree.h"

namespace partita::modelling::typescript {

inline constexpr std::size_t kTsLineBytes = 120;

// A text in quotes.
std::string ts_literal(std::string_view text);
// The name of a property: as it is if it is an identifier, and otherwise in quotes.
std::string ts_property(std::string_view name);
// `object.name`, or `object["name"]` if the name is not an identifier.
std::string ts_member(std::string_view object, std::string_view name);
// True if a variable or a method may have the name.
bool is_ts_identifier(std::string_view name);

// A comment for documentation before a declaration, with `indent` blanks before each line. Each text is a paragraph;
// empty ones are left out. Returns an empty text without paragraphs.
std::string ts_doc(const std::vector<std::string>& paragraphs, std::size_t indent = 0);
// Lines with // for the head of a file.
std::string ts_comment(std::string_view text);

// "a" | "b", or `never` without names.
std::string ts_union(const std::vector<std::string>& names);
// `head` "a" | "b" `tail`, with each name on a line of its own if one line is too short.
std::string ts_union_line(std::string_view head, const std::vector<std::string>& names, std::string_view tail);
// `export type NAME = Pick<TYPE, "a" | "b">;`, on several lines if one is too short. `tool` is Pick or Omit.
std::string ts_picked(std::string_view name, std::string_view tool, std::string_view type,
                      const std::vector<std::string>& names);
// `head`(arguments) as the value that a method returns, on several lines if one is too short.
std::string ts_call(const std::string& head, const std::vector<std::string>& arguments);
// `head`(parameters)`tail`, with each parameter on a line of its own if one line is too short.
std::string ts_parameters(const std::string& head, const std::vector<std::string>& parameters, std::string_view tail,
                          std::size_t indent = 2);

// The tree as a literal: an object or list is on one line if the line is not too long.
std::string ts_value(const documents::Tree& tree, std::size_t indent = 0);

}  // namespace partita::modelling::typescript
