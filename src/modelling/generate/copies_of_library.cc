#include "modelling/generate/copies_of_library.h"

#include <algorithm>

#include "modelling/core/copies.h"

namespace partita::modelling {
namespace {

class Reduction {
 public:
  explicit Reduction(Model& model) : model_(model) {}

  std::vector<std::string> run() {
    std::vector<std::string> left_out;
    std::erase_if(model_.patterns, [&](Pattern& pattern) {
      if (!reduce(pattern)) return false;
      if (pattern.part_of.empty()) left_out.push_back(pattern.name);
      return true;
    });
    return left_out;
  }

 private:
  const Entity* entity_of(const Pattern& pattern, const Action& action) const {
    const Table* table = model_.table_of(action.entity, action.table.empty() ? pattern.table : action.table);
    return table ? table->entity(action.entity) : nullptr;
  }

  // Returns true if no part of the pattern is left for a program.
  bool reduce(Pattern& pattern) const {
    if (is_read(pattern.operation)) return !pattern.part_of.empty();
    const std::size_t before = pattern.actions.size();
    const std::vector<Action> all = pattern.actions;
    std::erase_if(pattern.actions, [&](Action& action) { return writes_only_copies(pattern, action); });
    std::erase_if(pattern.actions, [&](const Action& action) { return checks_a_source(pattern, all, action); });
    if (pattern.actions.empty()) return before > 0;
    if (pattern.operation == PatternOperation::TransactWrite && before > 1 && pattern.actions.size() == 1)
      pattern.operation = alone(pattern.actions.front().kind);
    return false;
  }

  bool writes_only_copies(const Pattern& pattern, Action& action) const {
    const Entity* entity = entity_of(pattern, action);
    if (!entity || action.kind != Action::Kind::Update) return false;
    const std::size_t left = std::erase_if(action.set, [&](const std::string& name) {
      const Field* field = entity->field(name);
      return field && field->kept != CopyKept::Patterns;
    });
    return left > 0 && action.set.empty();
  }

  // True if the action checks the source of an item that one of the pattern's actions writes.
  bool checks_a_source(const Pattern& pattern, const std::vector<Action>& all, const Action& action) const {
    if (action.kind != Action::Kind::Check || !action.condition.empty()) return false;
    return std::any_of(all.begin(), all.end(), [&](const Action& other) {
      const Entity* holder = entity_of(pattern, other);
      return holder && other.kind != Action::Kind::Check && copies_from(*holder, action.entity);
    });
  }

  bool copies_from(const Entity& holder, const std::string& source) const {
    return std::any_of(holder.fields.begin(), holder.fields.end(), [&](const Field& field) {
      if (field.kept == CopyKept::Patterns) return false;
      const auto found = source_of_copy(model_, field);
      return found && found->entity->name == source;
    });
  }

  static PatternOperation alone(Action::Kind kind) {
    switch (kind) {
      case Action::Kind::Put:
      case Action::Kind::Create:
        return PatternOperation::Put;
      case Action::Kind::Delete:
        return PatternOperation::Delete;
      case Action::Kind::Update:
        return PatternOperation::Update;
      case Action::Kind::Check:
      case Action::Kind::Get:
        break;
    }
    return PatternOperation::TransactWrite;
  }

  Model& model_;
};

}  // namespace

std::vector<std::string> leave_copies_to_the_library(Model& model) {
  if (!has_kept_copies(model)) return {};
  return Reduction(model).run();
}

}  // namespace partita::modelling
