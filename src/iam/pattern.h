// A text of a policy that texts of requests are compared with: literal characters, wildcards and policy variables.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "iam/condition_key.h"

namespace partita::iam {

class Request;

// Which characters of the text are not literal.
struct Syntax {
  bool wildcards = false;  // `*` matches any characters and `?` one
  bool variables = false;  // ${aws:username}, ${aws:username, 'default'}, ${*}, ${?} and ${$}
  bool ignore_case = false;
};

enum class Match : std::uint8_t {
  No,
  Yes,
  Unresolved,  // the request has no value for a variable, so no text is equal to the pattern
};

// How far a wildcard reaches in an ARN, whose first five colons separate its segments.
enum class Reach : std::uint8_t {
  // Within a segment. But a `*` at the end of a segment may reach into the next ones, as in "arn:aws:dynamodb:*".
  // Source:
  // "IAM JSON policy elements: Resource".
  Resource,
  // Within a segment. Source: "Amazon Resource Name (ARN) condition operators".
  Segment,
};

// Immutable, so that any threads may match with it. Matching does not allocate.
class Pattern {
 public:
  static constexpr std::size_t kMostVariables = 16;

  // Errors: the fault of the text, and its cure.
  static expected<Pattern, std::string> parse(std::string_view text, Syntax syntax);

  // Compares the whole subject. The request gives the values of variables. It may be null without variables. The result
  // is Unresolved only with variables.
  Match matches(std::string_view subject, Request* request) const;
  // The same for an ARN. If `subject` is not an ARN, a pattern with wildcards or variables matches only if it is "*".
  Match matches_arn(std::string_view subject, Reach reach, Request* request) const;

  bool has_variables() const { return variables_ > 0; }
  // Appends the keys of the variables. They belong to this object.
  void add_variables(std::vector<const ConditionKey*>& out) const;

 private:
  enum class Kind : std::uint8_t { Text, Star, StarAtEndOfSegment, One, Variable };
  struct Piece {
    Kind kind = Kind::Text;
    std::string text = {};  // of Text; the default of Variable
    bool has_default = false;
    ConditionKey key = {};  // of Variable
  };
  enum class Form : std::uint8_t { Everything, Literal, Prefix, General };
  struct Walk;

  expected<void, std::string> add_variable(std::string_view inside);
  void add_text(char c);
  void add_wildcard(Kind kind);
  void finish();

  std::vector<Piece> pieces_;
  std::size_t variables_ = 0;
  Form form_ = Form::General;
  bool ignore_case_ = false;
};

}  // namespace partita::iam
