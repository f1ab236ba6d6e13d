// Texts of Go, in the layout of gofmt: names, literals, comments, and columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::modelling::go {

inline constexpr std::size_t kGoLineBytes = 120;

// "customer_id" becomes CustomerID: initialisms are in capitals.
std::string go_exported(std::string_view name);
// "customer_id" becomes customerID.
std::string go_unexported(std::string_view name);
// The name of a type with a small first letter: OrderItem becomes orderItem, URLEntry becomes urlEntry.
std::string go_small(std::string_view type);
// "category" becomes "categories", and "box" "boxes".
std::string go_plural(const std::string& name);
// True if no keyword and no predeclared name that generated code uses is the name.
bool is_go_name(std::string_view name);
// The name of a package for a directory's name, or an empty text if that does not give a name.
std::string go_package_name(std::string_view directory);

// A text in quotes. Bytes that are not UTF-8 stay as they are.
std::string go_literal(std::string_view text);

// Lines with // before each paragraph; an empty line is between paragraphs. Empty paragraphs are left out.
std::string go_doc(const std::vector<std::string>& paragraphs, std::string_view indent = "");

// Rows of two columns, the second of which gofmt puts below each other: the fields of a struct, or keys with values.
std::string go_columns(const std::vector<std::pair<std::string, std::string>>& rows, std::string_view indent,
                       std::string_view end = "");

// Rows of a name, a type and a tag, the last two of which gofmt puts below each other: the fields of a struct.
struct GoRow {
  std::string name = {};
  std::string type = {};
  std::string tag = {};
};
std::string go_struct_rows(const std::vector<GoRow>& rows);
// `json:"name"`, with an option such as ",omitempty".
std::string go_json_tag(std::string_view name, std::string_view option = {});

// `head`(parameters)`tail`, with each parameter on a line of its own if one line is too short. Parameters of one type
// share it. A parameter is a name, or names, a blank and a type.
std::string go_parameters(const std::string& head, std::vector<std::string> parameters, std::string_view tail);

}  // namespace partita::modelling::go
