#include "modelling/core/prove_copies.h"

#include <fmt/format.h>
#include <partita/model/detail/copy_checks.h>
#include <partita/model/detail/planner.h>

#include <algorithm>

#include "modelling/core/copies.h"

namespace partita::modelling {
namespace {

using model::kNone;
using model::Mistake;
using model::Text;

class CopyProver {
 public:
  CopyProver(const Model& model, std::span<const DescribedTable> tables, Arena& arena, Refusals& refusals)
      : model_(model), tables_(tables), arena_(arena), refusals_(refusals) {}

  std::vector<model::CopyInfo> run() {
    for (const Table& table : model_.tables)
      for (const Entity& entity : table.entities)
        for (const Field& field : entity.fields)
          if (field.kept != CopyKept::Patterns) prove(table, entity, field);
    check_batches();
    return std::move(out_);
  }

 private:
  // An entity in its described table.
  struct Described {
    const DescribedTable* table = nullptr;
    int position = kNone;
    const model::EntityInfo* info = nullptr;
  };

  Described describe(const Table& table, const Entity& entity) const {
    for (const DescribedTable& one : tables_) {
      if (one.table->declared->name != table.name) continue;
      const auto at = static_cast<std::size_t>(&entity - table.entities.data());
      const int position = one.table->positions[at];
      if (position == kNone) return {};
      return {&one, position, one.table->info->entities[static_cast<std::size_t>(position)]};
    }
    return {};
  }

  void prove(const Table& table, const Entity& entity, const Field& field) {
    const Subject subject{.table = table.name, .entity = entity.name, .copy = field.name, .place = field.place};
    const auto source = source_of_copy(model_, field);
    if (!source)
      return refusals_.add(
          Mistake::NoSuchField,
          fmt::format("{} of {} is a copy of {}, which no entity has", field.name, entity.name, field.copy_of),
          subject);
    const Described holder = describe(table, entity), original = describe(*source->table, *source->entity);
    if (!holder.info || !original.info) return;  // refused already
    const auto references = references_of(entity, field, *source, holder, original);
    if (!refusals_.accept(subject, [&](Text* where) {
          return model::detail::check_references(holder.info->fields, entity.name, original.info->fields,
                                                 source->entity->name, references, where);
        }))
      return;
    model::CopyInfo copy{.holder_table = holder.table->table->info,
                         .holder = holder.info,
                         .field = holder.info->field(field.name),
                         .source_table = original.table->table->info,
                         .source = original.info,
                         .source_field = original.info->field(source->field->name),
                         .references = references,
                         .followed = field.kept == CopyKept::Followed};
    const bool same_type = field.kind == source->field->kind && field.document == source->field->document;
    if (!refusals_.accept(subject, [&](Text* where) { return model::detail::check_copy(copy, same_type, where); }))
      return;
    if (!plan(holder, copy, field, subject)) return;
    out_.push_back(copy);
  }

  std::span<const model::CopyReference> references_of(const Entity& entity, const Field& field,
                                                      const CopySource& source, const Described& holder,
                                                      const Described& original) {
    const std::vector<std::string> names = references_of_copy(entity, field, source);
    const std::vector<std::string> key = fields_of_key(source.entity->primary);
    std::vector<model::CopyReference> out;
    for (std::size_t i = 0; i < key.size(); ++i)
      out.push_back({i < names.size() ? holder.info->field(names[i]) : kNone, original.info->field(key[i])});
    return arena_.keep(std::move(out));
  }

  // A batch writes without conditions and without transactions, which the copies of its items need.
  void check_batches() {
    for (const Pattern& pattern : model_.patterns) {
      if (pattern.operation != Operation::BatchWrite) continue;
      for (const Action& action : pattern.actions) {
        if (action.kind == Action::Kind::Delete) continue;
        const auto concerned = std::find_if(out_.begin(), out_.end(), [&](const model::CopyInfo& copy) {
          return copy.holder->name == action.entity || (copy.source->name == action.entity && !copy.followed);
        });
        if (concerned == out_.end()) continue;
        refusals_.add(
            Mistake::BatchNeedsCondition,
            fmt::format("\"{}\": {}, {} {}", pattern.name, action.entity,
                        concerned->holder->name == action.entity ? "with copies from" : "copied into",
                        concerned->holder->name == action.entity ? concerned->source->name : concerned->holder->name),
            {.table = pattern.table, .entity = action.entity, .pattern = pattern.name, .place = pattern.place});
      }
    }
  }

  // Finds the key by which the items with the copy are read.
  bool plan(const Described& holder, model::CopyInfo& copy, const Field& field, const Subject& subject) {
    std::vector<int> by;
    for (const model::CopyReference& reference : copy.references) by.push_back(reference.holder);
    const std::span<const int> kept_by = arena_.keep(std::move(by));
    const std::span<const int> position = arena_.keep(std::vector<int>{holder.position});
    const model::PlanRequest request{.table = copy.holder_table,
                                     .separation = holder.table->separation.data(),
                                     .entities = position,
                                     .by = kept_by,
                                     .among_others = true};
    model::PlanResult planned;
    if (!refusals_.accept(subject, [&](Text* where) {
          *where << "the items with the copy " << field.name << " of " << copy.holder->name << ": ";
          planned = model::plan(request, where);
          return planned.mistake;
        }))
      return false;
    model::PatternInfo& find = arena_.make<model::PatternInfo>();
    find = {.name = "the items with a copy",
            .table = copy.holder_table,
            .entities = arena_.keep(std::vector<const model::EntityInfo*>{copy.holder}),
            .by = kept_by,
            .plan = planned.plan,
            .asked = {.with_expired = true}};
    copy.find = &find;
    return true;
  }

  const Model& model_;
  const std::span<const DescribedTable> tables_;
  Arena& arena_;
  Refusals& refusals_;
  std::vector<model::CopyInfo> out_;
};

}  // namespace

std::vector<model::CopyInfo> prove_copies(const Model& model, std::span<const DescribedTable> tables, Arena& arena,
                                          Refusals& refusals) {
  return CopyProver(model, tables, arena, refusals).run();
}

}  // namespace partita::modelling
