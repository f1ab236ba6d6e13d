// The requests in a command of the AWS CLI, and their expressions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expr/syntax/parser.h"
#include "modelling/core/model.h"
#include "modelling/read/cli/cli_command.h"
#include "modelling/read/tree.h"

namespace partita::modelling {

// The place for notes on one pattern.
class PatternNotes {
 public:
  PatternNotes(const Pattern& pattern, std::vector<std::string>& notes) : pattern_(pattern), notes_(notes) {}
  void add(const std::string& what) { notes_.push_back(located(pattern_.place, pattern_.name + ": " + what)); }

 private:
  const Pattern& pattern_;
  std::vector<std::string>& notes_;
};

// The parts of one request: the command itself, or a member of a transaction.
struct CliRequest {
  std::string table = {};
  std::string key_condition = {}, filter = {}, update = {}, condition = {}, projection = {};
  std::map<std::string, std::string> names = {};  // of placeholders
  AttributeMap values = {};
  AttributeMap key = {};  // or the item
};
CliRequest request_of_options(const CliCommand& command, PatternNotes& notes);
// `node` is the value of "Put", "Update" ... in a transaction.
CliRequest request_of_member(const Node& node, PatternNotes& notes);

// The tree of JSON, or nullopt if `text` is empty or is not JSON; the latter is noted.
std::optional<Node> cli_json(const std::string& text, std::string_view what, PatternNotes& notes);
AttributeMap cli_item(const Node& node, std::string_view what, PatternNotes& notes);

// The text of a string or number; empty for other values.
std::string scalar_text(const AttributeValue& value);
// The path with its placeholders replaced: "address.city".
std::string path_text(const expr::PathAst& path, const CliRequest& request);
// "=", "<>", "between", "exists" ...; empty for AND, OR and NOT.
std::string_view comparison_text(expr::ConditionKind kind);

// The conditions of a filter: all of them hold, or one of them (`any`).
struct FilterParts {
  std::vector<const expr::ConditionAst*> conditions = {};
  bool any = false;
};
// A condition with AND and OR, or with NOT, is noted and left out: below AND this condition alone, else the whole
// filter. The pointers are valid as long as `tree`.
FilterParts filter_parts(const expr::ConditionAst& tree, PatternNotes& notes);

// The conditions that are joined by AND. OR and NOT are noted, and their conditions left out. The pointers are valid as
// long as `tree`.
std::vector<const expr::ConditionAst*> joined_conditions(const expr::ConditionAst& tree, std::string_view of,
                                                         PatternNotes& notes);

// A comparison of a key condition.
struct KeyPart {
  std::string attribute = {};
  std::string comparison = {};
  std::string value = {};  // the text of the first operand, or empty if the command does not give it
};
std::vector<KeyPart> key_parts_of(const CliRequest& request, PatternNotes& notes);

}  // namespace partita::modelling
