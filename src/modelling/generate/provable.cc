#include "modelling/generate/provable.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/core/copies.h"
#include "modelling/generate/copies_of_library.h"
#include "modelling/lint/compiler_rules.h"

namespace partita::modelling {
namespace {

template <class T>
bool erase_named(std::vector<T>& list, const std::string& name) {
  return std::erase_if(list, [&](const T& one) { return one.name == name; }) > 0;
}

class Reducer {
 public:
  Reducer(const Model& model, const Language& language) : given_(model), language_(language), model_(model) {}

  Provable run() {
    for (const LanguageLimit& limit : language_.limits(model_))
      remove(limit.table, limit.entity, limit.pattern, limit.index, limit.why);
    if (language_.keeps_copies)
      leave_copies();
    else
      forget_copies();
    for (;;) {
      drop_orphans();
      auto proof = prove(std::make_shared<const Model>(model_));
      if (proof->refusals().empty()) {
        if (drop_without_plan(*proof)) continue;
        out_.model = std::make_shared<const Model>(proof->model());
        out_.proof = std::move(proof);
        return std::move(out_);
      }
      const std::vector<Refusal>& refusals = proof->refusals();
      // A refused entity makes its patterns fail, so entities go first.
      const auto of_pattern = [](const Refusal& refusal) { return !refusal.pattern.empty(); };
      const auto first = std::find_if_not(refusals.begin(), refusals.end(), of_pattern);
      const Refusal& chosen = first == refusals.end() ? refusals.front() : *first;
      if (!chosen.copy.empty())
        forget_copy(chosen);
      else
        remove(chosen.table, chosen.entity, chosen.pattern, chosen.index, why(chosen));
    }
  }

 private:
  void leave_copies() {
    for (Pattern& pattern : model_.patterns)
      if (!is_part_of_another(model_, pattern)) pattern.part_of.clear();
    for (std::string& pattern : leave_copies_to_the_library(model_))
      out_.left_out.push_back(
          {"pattern", std::move(pattern), "all that it writes are copies, which the library writes with their source"});
  }

  void forget_copies() {
    for (Table& table : model_.tables)
      for (Entity& entity : table.entities)
        for (Field& field : entity.fields) {
          if (field.kept == CopyKept::Patterns) continue;
          out_.left_out.push_back({"copy",
                                   fmt::format("{} of {}, which the program must write,", field.name, entity.name),
                                   "the library of this language writes no copies"});
          field.kept = CopyKept::Patterns;
          field.copy_by.clear();
        }
  }

  // The patterns of an entity that was left out. The proof would call the entity unknown.
  void drop_orphans() {
    std::erase_if(model_.patterns, [&](const Pattern& pattern) {
      std::string lacks = missing_entity(pattern.entities, pattern.table);
      for (const Action& action : pattern.actions)
        if (lacks.empty()) lacks = missing_entity({action.entity}, action.table.empty() ? pattern.table : action.table);
      if (lacks.empty()) return false;
      out_.left_out.push_back({"pattern", pattern.name, fmt::format("the entity {} is left out", lacks)});
      return true;
    });
  }

  // The first of the entities that was left out, or an empty text.
  std::string missing_entity(const std::vector<std::string>& entities, const std::string& table) const {
    for (const std::string& name : entities)
      if (given_.table_of(name, table) && !model_.table_of(name, table)) return name;
    return {};
  }

  // A function needs an entity and, for a read by a key or an index, a plan. Returns true if a pattern was left out.
  bool drop_without_plan(const Proof& proof) {
    std::size_t at = 0;
    return std::erase_if(model_.patterns, [&](const Pattern& pattern) {
             const ProvenPattern& proven = proof.patterns()[at++];
             const bool names_nothing = is_read(pattern.operation) ? pattern.entities.empty() : pattern.actions.empty();
             const bool is_planned =
                 pattern.operation == PatternOperation::Read || pattern.operation == PatternOperation::Search;
             if (!names_nothing && (proven.served() || !is_planned)) return false;
             out_.left_out.push_back({"pattern", pattern.name, "it names no entity that it reads or writes"});
             return true;
           }) > 0;
  }

  // The field stays, and the program must write it.
  void forget_copy(const Refusal& refusal) {
    std::string reason = why(refusal);
    for (Table& table : model_.tables)
      for (Entity& entity : table.entities)
        for (Field& field : entity.fields)
          if (table.name == refusal.table && entity.name == refusal.entity && field.name == refusal.copy) {
            if (const auto source = source_of_copy(given_, field); source && !source_of_copy(model_, field))
              reason = fmt::format("the entity {} is left out", source->entity->name);
            field.kept = CopyKept::Patterns;
            field.copy_by.clear();
          }
    out_.left_out.push_back({"copy",
                             fmt::format("{} of {}, which the program must write,", refusal.copy, refusal.entity),
                             std::move(reason)});
  }

  // The rule and the particulars, which name the place of the fault but not the rule.
  static std::string why(const Refusal& refusal) {
    const lint::Rule* rule = lint::rule_of(refusal.mistake);
    return rule ? fmt::format("{}, {}: {}", rule->id, rule->title, refusal.particulars) : refusal.particulars;
  }

  void remove(const std::string& table, const std::string& entity, const std::string& pattern, const std::string& index,
              const std::string& why) {
    if (!pattern.empty()) {
      if (erase_named(model_.patterns, pattern)) out_.left_out.push_back({"pattern", pattern, why});
      return;
    }
    for (Table& one : model_.tables)
      for (Entity& holder : one.entities) {
        const auto is_key = [&](const EntityKey& key) { return key.index == index; };
        if (index.empty() || holder.name != entity || (!table.empty() && one.name != table) ||
            std::erase_if(holder.indexes, is_key) == 0)
          continue;
        out_.left_out.push_back({"key", fmt::format("of {} in the index {}", entity, index), why});
        return;
      }
    for (Table& one : model_.tables)
      if (!entity.empty() && (table.empty() || one.name == table) && erase_named(one.entities, entity)) {
        out_.left_out.push_back({"entity", entity, why});
        return;
      }
    if (erase_named(model_.tables, table)) out_.left_out.push_back({"table", table, why});
  }

  const Model& given_;
  const Language& language_;
  Model model_;
  Provable out_;
};

}  // namespace

Provable provable_part(const Model& model, const Language& language) { return Reducer(model, language).run(); }

}  // namespace partita::modelling
