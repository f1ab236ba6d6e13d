// HCL, the language of Terraform's .tf files: its native syntax as a tree.
//
// An expression that this parser does not know keeps its source, and is a fault only if its value is needed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modelling/read/tree.h"

namespace partita::modelling::hcl {

struct Expression {
  enum class Kind : std::uint8_t {
    Text,     // `parts`, joined
    Literal,  // a string, such as a piece of a text or the key of an object: `text`
    Scalar,   // a number, true or false: `text`
    Null,
    Reference,    // "var.stage", with keys in brackets as `var.names["x"]` is "var.names.x": `text`
    List,         // `parts`
    Object,       // `members`
    Call,         // of a function: `text` is its name, `parts` its arguments
    Conditional,  // `parts`: the condition, and the values for true and false
    Operator,     // `text` is "==" or another one, `parts` its operands: two, or one of "!" and "-"
    Index,        // `parts`: a value, and the key or number of a part of it
    Splat,        // `parts`: a list, and the path of a member of each element
    For,          // `names`: of the key and the value, or of the value; `text`: "list", "map", or "text" of %{ for };
                  // `parts`: the collection, the key of a map, the value; `condition`: at most one
    Other,        // `text` is the source
  };
  Kind kind = Kind::Null;
  std::string text = {};
  std::vector<Expression> parts = {};
  std::vector<std::pair<Expression, Expression>> members = {};
  std::vector<std::string> names = {};
  std::vector<Expression> condition = {};
  bool expands = false;  // f(list...) or {for ... : key => value...}
  Place place = {};
};

struct Attribute {
  std::string name = {};
  Expression value = {};
  Place place = {};
};

// A block, such as: resource "aws_dynamodb_table" "shop" { ... }. The file is one without a type.
struct Section {
  std::string type = {};
  std::vector<std::string> labels = {};
  std::vector<Attribute> attributes = {};
  std::vector<Section> sections = {};
  Place place = {};

  const Attribute* attribute(std::string_view name) const;
};

// Errors: "FILE:LINE: ..." if the text is not HCL, or is nested too deeply.
Result<Section> read_hcl(std::string_view text, const std::string& path);

// A text with ${...} and %{...}, as the JSON syntax has it. A text that is one ${...} alone is the value in it. Errors:
// "FILE:LINE: ..." if a ${ has no end.
Result<Expression> read_template(std::string_view text, const Place& place);

}  // namespace partita::modelling::hcl
