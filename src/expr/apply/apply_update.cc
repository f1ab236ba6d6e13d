#include <algorithm>
#include <set>

#include "base/try.h"
#include "expr/bind/update_program.h"
#include "expr/update.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::expr {
namespace {

unexpected<Error> invalid_path() {
  return invalid("The document path provided in the update expression is invalid for update");
}

void collect_nested_names(const UpdateOperand& operand, std::set<std::string>& names) {
  if (operand.path.elements.size() > 1) names.insert(operand.path.top());
  for (const UpdateOperand& argument : operand.arguments) collect_nested_names(argument, names);
}

std::size_t count_operands(const UpdateOperand& operand) {
  std::size_t count = 1;
  for (const UpdateOperand& argument : operand.arguments) count += count_operands(argument);
  return count;
}

std::size_t bytes_of_values(const UpdateOperand& operand) {
  std::size_t bytes = operand.kind == UpdateOperand::Kind::Value ? value::value_size_bytes(operand.value()) : 0;
  for (const UpdateOperand& argument : operand.arguments) bytes += bytes_of_values(argument);
  return bytes;
}

// The type of an operand that does not depend on the item.
std::optional<AttributeType> known_type_of(const UpdateOperand& operand) {
  using Kind = UpdateOperand::Kind;
  switch (operand.kind) {
    case Kind::Path:
      return std::nullopt;
    case Kind::Value:
      return operand.value().type();
    case Kind::IfNotExists:
      return known_type_of(operand.arguments[1]);
    case Kind::ListAppend:
      return AttributeType::L;
    case Kind::Plus:
    case Kind::Minus:
      return AttributeType::N;
  }
  return std::nullopt;
}

bool removes(const UpdateAction& action) {
  return action.kind == ActionKind::Remove || action.kind == ActionKind::Delete;
}

// Counts the bytes that the update writes. Targets never overlap, so the final item contains all of them, and an update
// that writes too much can end early.
class Written {
 public:
  Result<void> add(const AttributeValue& value) {
    bytes_ += value::value_size_bytes(value);
    if (bytes_ > limits::kItemSizeBytes) return update_too_large();
    return {};
  }

 private:
  std::size_t bytes_ = 0;
};

// Carries out the actions on a copy of the item. Targets never overlap, so each action finds the value that the
// original has at its target. For that, list elements must keep their places until all actions on their list are done.
class Applier {
 public:
  Applier(const UpdateProgram& program, Update::From from, std::vector<AttributeValue> set_values, Written written)
      : program_(program), from_(from), set_values_(std::move(set_values)), written_(written) {}

  Result<void> apply(const PathTree& node, AttributeMap& map) {
    return node.children.size() < kMergeFrom ? apply_one_by_one(node, map) : apply_merging(node, map);
  }

 private:
  // From this many targets on, a map is built anew, because each attribute that is inserted or erased moves all
  // attributes after it.
  static constexpr std::size_t kMergeFrom = 16;

  Result<void> apply_one_by_one(const PathTree& node, AttributeMap& map) {
    for (const PathTree& child : node.children) {
      AttributeValue* existing = map.find(child.name());
      if (!child.is_leaf()) {
        PARTITA_TRY(descend(child, existing));
        continue;
      }
      PARTITA_TRY_VALUE(after, act(*child.leaf, existing));
      if (after) {
        map.set(child.name(), std::move(*after));
      } else {
        map.erase(child.name());
      }
    }
    return {};
  }

  // Merges targets and attributes, because both are in the order of names.
  Result<void> apply_merging(const PathTree& node, AttributeMap& map) {
    AttributeMap merged;
    merged.reserve(map.size() + node.children.size());
    auto attribute = map.begin();
    for (const PathTree& child : node.children) {
      for (; attribute != map.end() && attribute->name < child.name(); ++attribute)
        merged.set(attribute->name, std::move(attribute->value));
      const bool exists = attribute != map.end() && attribute->name == child.name();
      AttributeValue* existing = exists ? &(attribute++)->value : nullptr;
      if (!child.is_leaf()) {
        PARTITA_TRY(descend(child, existing));
        if (existing != nullptr) merged.set(child.name(), std::move(*existing));
        continue;
      }
      PARTITA_TRY_VALUE(after, act(*child.leaf, existing));
      if (after) merged.set(child.name(), std::move(*after));
    }
    for (; attribute != map.end(); ++attribute) merged.set(attribute->name, std::move(attribute->value));
    map = std::move(merged);
    return {};
  }

  Result<void> apply(const PathTree& node, AttributeValue::List& list) {
    const std::size_t size = list.size();
    std::vector<std::size_t> removed;
    for (const PathTree& child : node.children) {
      const bool exists = child.index() < size;
      AttributeValue* existing = exists ? &list[child.index()] : nullptr;
      if (!child.is_leaf()) {
        PARTITA_TRY(descend(child, existing));
        continue;
      }
      PARTITA_TRY_VALUE(after, act(*child.leaf, existing));
      if (!after) {
        if (exists) removed.push_back(child.index());
      } else if (exists) {
        *existing = std::move(*after);
      } else {
        list.push_back(std::move(*after));
      }
    }
    erase(removed, list);
    return {};
  }

  // Closes the gaps in one pass. Requires: `removed` ascends.
  static void erase(const std::vector<std::size_t>& removed, AttributeValue::List& list) {
    if (removed.empty()) return;
    auto next = removed.begin();
    std::size_t kept = *next;
    for (std::size_t i = kept; i < list.size(); ++i) {
      if (next != removed.end() && *next == i) {
        ++next;
      } else {
        list[kept++] = std::move(list[i]);
      }
    }
    list.resize(kept);
  }

  Result<void> descend(const PathTree& node, AttributeValue* value) {
    if (value == nullptr) return from_ == Update::From::KeyAlone && all_remove(node) ? Result<void>() : invalid_path();
    if (node.goes_into_lists()) return value->is(AttributeType::L) ? apply(node, value->l()) : invalid_path();
    return value->is(AttributeType::M) ? apply(node, value->m()) : invalid_path();
  }

  bool all_remove(const PathTree& node) const {
    if (node.is_leaf()) return removes(program_.actions[*node.leaf]);
    return std::ranges::all_of(node.children, [this](const PathTree& child) { return all_remove(child); });
  }

  Result<std::optional<AttributeValue>> act(std::size_t number, const AttributeValue* existing) {
    const UpdateAction& action = program_.actions[number];
    auto after = outcome(action, existing, std::move(set_values_[number]), program_.legacy);
    if (after && *after && action.kind == ActionKind::Add) PARTITA_TRY(written_.add(**after));
    return after;
  }

  const UpdateProgram& program_;
  const Update::From from_;
  std::vector<AttributeValue> set_values_;
  Written written_;
};

}  // namespace

unexpected<Error> update_too_large() { return invalid("Item size to update has exceeded the maximum allowed size"); }

Result<AttributeMap> Update::apply(const AttributeMap& item, From from) const {
  std::vector<AttributeValue> set_values(program_->actions.size());
  Written written;
  for (std::size_t i = 0; i < set_values.size(); ++i) {
    const UpdateAction& action = program_->actions[i];
    if (action.kind != ActionKind::Set) continue;
    PARTITA_TRY_VALUE(evaluated, evaluate(action.operand, item));
    PARTITA_TRY(written.add(evaluated));
    set_values[i] = std::move(evaluated);
  }
  AttributeMap updated = item;
  Applier applier(*program_, from, std::move(set_values), written);
  PARTITA_TRY(applier.apply(program_->targets, updated));
  return updated;
}

bool Update::only_removes() const {
  return !program_->actions.empty() && std::ranges::all_of(program_->actions, removes);
}

std::uint64_t Update::most_work(std::size_t item_bytes) const {
  std::uint64_t walks = program_->actions.size();
  for (const UpdateAction& action : program_->actions) walks += count_operands(action.operand);
  return walks * item_bytes;
}

std::size_t Update::operand_bytes() const {
  std::size_t bytes = 0;
  for (const UpdateAction& action : program_->actions)
    if (action.kind != ActionKind::Remove) bytes += bytes_of_values(action.operand);
  return bytes;
}

AttributeMap Update::touched(const AttributeMap& item) const { return project(program_->targets, item); }

std::optional<AttributeType> Update::known_type(std::string_view attribute) const {
  for (const PathTree& target : program_->targets.children) {
    if (target.name() != attribute || !target.is_leaf()) continue;
    const UpdateAction& action = program_->actions[*target.leaf];
    if (action.kind != ActionKind::Remove) return known_type_of(action.operand);
  }
  return std::nullopt;
}

std::vector<std::string> Update::top_level_names() const { return program_->targets.top_level_names(); }

std::vector<std::string> Update::nested_names() const {
  const std::vector<std::string> written = program_->targets.nested_names();
  std::set<std::string> names(written.begin(), written.end());
  for (const UpdateAction& action : program_->actions) collect_nested_names(action.operand, names);
  return {names.begin(), names.end()};
}

std::size_t Update::charged_bytes() const { return program_->charged_bytes; }

}  // namespace partita::expr
