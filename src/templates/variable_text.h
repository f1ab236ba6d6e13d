// The form of Serverless variables, ${source:address, fallback ...}. It finds them in a text and splits them into
// parts, but does not know their values. CloudFormation's ${Name} and ${AWS::Name} are not such variables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::templates {

struct Piece {
  enum class Kind : std::uint8_t { Plain, Variable };
  Kind kind = Kind::Plain;
  std::string_view text;  // for a variable, the text between ${ and }
};
// Splits the text into pieces, which point into `text`. Returns nullopt if a variable lacks its }.
std::optional<std::vector<Piece>> split_variables(std::string_view text);

// The parts between commas, without surrounding spaces. The first part that has a value wins.
std::vector<std::string_view> split_fallbacks(std::string_view variable);

// The text between quotes, or nullopt if `text` is not wholly in quotes.
std::optional<std::string_view> unquoted(std::string_view text);

// The parts of a source. For example, "file(./a.yml):b.c" is {"file", "./a.yml", "b.c"}.
struct Source {
  std::string type;
  std::string parameter;
  std::string address;
};
// Returns nullopt if the text has another form.
std::optional<Source> parse_source(std::string_view text);

}  // namespace partita::templates
