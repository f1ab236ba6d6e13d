#include "expr/syntax/attributes_named.h"

#include "expr/syntax/cached_trees.h"
#include "value/limits.h"

namespace partita::expr {
namespace {

// Collects the first steps of paths.
class TopNames {
 public:
  TopNames(const OptionalNames& names, std::vector<std::string_view>& found) : names_(names), found_(found) {}

  bool complete() const { return complete_; }
  void take(const PathAst& path) {
    if (path.empty()) return;
    if (const std::string* name = name_of(path.front()))
      found_.push_back(*name);
    else
      complete_ = false;
  }
  void take(const OperandAst& operand) {
    if (operand.kind == OperandAst::Kind::Path) take(operand.path);
    for (const OperandAst& argument : operand.arguments) take(argument);
  }
  void take(const ConditionAst& condition) {
    for (const ConditionAst& child : condition.children) take(child);
    for (const OperandAst& operand : condition.operands) take(operand);
  }
  void take(const UpdateAst& update) {
    for (const ActionAst& action : update) {
      take(action.path);
      if (action.kind != ActionKind::Remove) take(action.operand);
    }
  }
  void take(const ProjectionAst& projection) {
    for (const PathAst& path : projection) take(path);
  }

  // Returns nullptr if the step is an undefined placeholder.
  const std::string* name_of(const PathStep& step) const {
    if (step.kind != PathStep::Kind::Placeholder) return &step.name;
    if (!names_) return nullptr;
    const auto found = names_->find(step.name);
    return found == names_->end() ? nullptr : &found->second;
  }

 private:
  const OptionalNames& names_;
  std::vector<std::string_view>& found_;
  bool complete_ = true;
};

template <class Ast>
bool append_of(AstCache<Ast>& cache, std::string_view text, const OptionalNames& names,
               std::vector<std::string_view>& found, std::vector<std::shared_ptr<const void>>& trees) {
  // The parsers bound their recursion by the size of the text.
  if (text.size() > limits::kExpressionBytes) return false;
  auto tree = cache.look(text);
  if (!tree) return false;
  TopNames visitor(names, found);
  visitor.take(**tree);
  trees.push_back(std::move(*tree));
  return visitor.complete();
}

void append_equal(const ConditionAst& condition, std::string_view name, const TopNames& placeholders,
                  const OptionalItem& values, std::vector<const AttributeValue*>& found) {
  if (condition.kind == ConditionKind::And)
    for (const ConditionAst& child : condition.children) append_equal(child, name, placeholders, values, found);
  if (condition.kind != ConditionKind::Eq || condition.operands.size() != 2) return;
  for (const std::size_t side : {0u, 1u}) {
    const OperandAst& path = condition.operands[side];
    const OperandAst& value = condition.operands[1 - side];
    if (path.kind != OperandAst::Kind::Path || value.kind != OperandAst::Kind::Value || path.path.size() != 1) continue;
    const std::string* attribute = placeholders.name_of(path.path.front());
    if (!attribute || *attribute != name || !values) continue;
    if (const AttributeValue* given = values->find(value.name)) found.push_back(given);
  }
}

}  // namespace

bool append_attributes(ExpressionKind kind, std::string_view text, const OptionalNames& names,
                       std::vector<std::string_view>& found, std::vector<std::shared_ptr<const void>>& trees) {
  switch (kind) {
    case ExpressionKind::Condition:
      return append_of(condition_cache(), text, names, found, trees);
    case ExpressionKind::Update:
      return append_of(update_cache(), text, names, found, trees);
    case ExpressionKind::Projection:
      return append_of(projection_cache(), text, names, found, trees);
  }
  return false;
}

bool append_equal_values(std::string_view text, std::string_view name, const OptionalNames& names,
                         const OptionalItem& values, std::vector<const AttributeValue*>& found) {
  if (text.size() > limits::kExpressionBytes) return false;
  const auto tree = condition_cache().look(text);
  if (!tree) return false;
  std::vector<std::string_view> unused;
  append_equal(**tree, name, TopNames(names, unused), values, found);
  return true;
}

}  // namespace partita::expr
