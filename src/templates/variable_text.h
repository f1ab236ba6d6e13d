// The form of Serverless variables, ${source:address, fallback ...}: where they stand in a text and what they are made
// of. Says nothing about their values. CloudFormation's ${Name} and ${AWS::Name} are not variables in this sense.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::templates {

struct Piece {
  enum class Kind : std::uint8_t { Plain, Variable };
  Kind kind = Kind::Plain;
  std::string_view text;  // of a variable: what stands between ${ and }
};
// The text in pieces; nullopt where a variable lacks its }. Points into `text`.
std::optional<std::vector<Piece>> split_variables(std::string_view text);

// The parts between commas, trimmed: the first that has a value wins.
std::vector<std::string_view> split_fallbacks(std::string_view variable);

// What stands between quotes, where that is all there is.
std::optional<std::string_view> unquoted(std::string_view text);

// "file(./a.yml):b.c" is {"file", "./a.yml", "b.c"}.
struct Source {
  std::string type;
  std::string parameter;
  std::string address;
};
// nullopt where the text has another form.
std::optional<Source> parse_source(std::string_view text);

}  // namespace partita::templates
