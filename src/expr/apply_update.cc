#include "expr/update.h"
#include "expr/update_program.h"

#include <set>

namespace partita::expr {
namespace {

// What the service charges an update on top of the item that it makes, when it measures that against the limit.
constexpr std::size_t kUpdateBytes = 3;
constexpr std::size_t kWriteBytes = 19;
constexpr std::size_t kClearBytes = 2;

unexpected<Error> invalid_path() {
  return invalid("The document path provided in the update expression is invalid for update");
}

void collect_nested_names(const UpdateOperand& operand, std::set<std::string>& names) {
  if (operand.path.elements.size() > 1) names.insert(operand.path.top());
  for (const UpdateOperand& argument : operand.arguments) collect_nested_names(argument, names);
}

// Carries out the actions on a copy of the item. Targets never overlap, so each finds what the original has there,
// provided that list elements keep their places until all actions on their list are done.
class Applier {
 public:
  Applier(const UpdateProgram& program, std::vector<AttributeValue> set_values)
      : program_(program), set_values_(std::move(set_values)) {}

  Result<void> apply(const PathTree& node, AttributeMap& map) {
    for (const PathTree& child : node.children) {
      AttributeValue* existing = map.find(child.name());
      if (!child.is_leaf()) {
        if (auto done = descend(child, existing); !done) return done;
        continue;
      }
      auto after = act(*child.leaf, existing);
      if (!after) return unexpected(std::move(after.error()));
      if (*after) {
        map.set(child.name(), std::move(**after));
      } else {
        map.erase(child.name());
      }
    }
    return {};
  }

 private:
  Result<void> apply(const PathTree& node, AttributeValue::List& list) {
    const std::size_t size = list.size();
    std::vector<std::size_t> removed;
    for (const PathTree& child : node.children) {
      const bool exists = child.index() < size;
      AttributeValue* existing = exists ? &list[child.index()] : nullptr;
      if (!child.is_leaf()) {
        if (auto done = descend(child, existing); !done) return done;
        continue;
      }
      auto after = act(*child.leaf, existing);
      if (!after) return unexpected(std::move(after.error()));
      if (!*after) {
        if (exists) removed.push_back(child.index());
      } else if (exists) {
        *existing = std::move(**after);
      } else {
        list.push_back(std::move(**after));
      }
    }
    for (auto index = removed.rbegin(); index != removed.rend(); ++index)
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(*index));
    return {};
  }

  Result<void> descend(const PathTree& node, AttributeValue* value) {
    if (value == nullptr) return invalid_path();
    if (node.goes_into_lists()) return value->is(AttributeType::L) ? apply(node, value->l()) : invalid_path();
    return value->is(AttributeType::M) ? apply(node, value->m()) : invalid_path();
  }

  Result<std::optional<AttributeValue>> act(std::size_t number, const AttributeValue* existing) {
    return outcome(program_.actions[number], existing, std::move(set_values_[number]), program_.legacy);
  }

  const UpdateProgram& program_;
  std::vector<AttributeValue> set_values_;
};

}  // namespace

Result<AttributeMap> Update::apply(const AttributeMap& item) const {
  std::vector<AttributeValue> set_values(program_->actions.size());
  for (std::size_t i = 0; i < set_values.size(); ++i) {
    const UpdateAction& action = program_->actions[i];
    if (action.kind != ActionKind::Set) continue;
    Result<AttributeValue> evaluated = evaluate(action.operand, item);
    if (!evaluated) return unexpected(std::move(evaluated.error()));
    set_values[i] = std::move(*evaluated);
  }
  AttributeMap updated = item;
  Applier applier(*program_, std::move(set_values));
  if (auto done = applier.apply(program_->targets, updated); !done) return unexpected(std::move(done.error()));
  return updated;
}

AttributeMap Update::touched(const AttributeMap& item) const { return project(program_->targets, item); }

std::vector<std::string> Update::top_level_names() const { return program_->targets.top_level_names(); }

std::vector<std::string> Update::nested_names() const {
  const std::vector<std::string> written = program_->targets.nested_names();
  std::set<std::string> names(written.begin(), written.end());
  for (const UpdateAction& action : program_->actions) collect_nested_names(action.operand, names);
  return {names.begin(), names.end()};
}

std::size_t Update::size_overhead_bytes() const {
  std::size_t bytes = kUpdateBytes;
  for (const UpdateAction& action : program_->actions) {
    const bool writes = action.kind == ActionKind::Set || action.kind == ActionKind::Add;
    bytes += writes ? kWriteBytes : kClearBytes;
  }
  return bytes;
}

}  // namespace partita::expr
