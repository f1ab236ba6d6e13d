#include "modelling/core/prove_copies.h"

#include <fmt/format.h>
#include <partita/model/detail/copy_checks.h>
#include <partita/model/detail/planner.h>

#include <algorithm>

#include "base/contains.h"
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
          if (field.kept != CopyKept::Patterns || !field.copy_by.empty()) prove(table, entity, field);
    check_batches();
    check_updates();
    return std::move(out_);
  }

 private:
  // An entity in its described table.
  struct Described {
    const DescribedTable* table = nullptr;
    model::EntityPosition position = kNone;
    const model::EntityInfo* info = nullptr;
  };

  Described describe(const Table& table, const Entity& entity) const {
    for (const DescribedTable& one : tables_) {
      if (one.table->declared->name != table.name) continue;
      const auto at = static_cast<std::size_t>(&entity - table.entities.data());
      const model::EntityPosition position = one.table->positions[at];
      if (position == kNone) return {};
      return {&one, position, &one.table->info->at(position)};
    }
    return {};
  }

  void prove(const Table& table, const Entity& entity, const Field& field) {
    const Subject subject{.table = table.name, .entity = entity.name, .copy = field.name, .place = field.place};
    const auto source = source_of_copy(model_, field);
    if (!source && field.kept == CopyKept::Patterns) return;  // a rule of lint's own
    if (!source) return refusals_.add(Mistake::NoSuchField, missing_source(model_, entity, field), subject);
    const Described holder = describe(table, entity), original = describe(*source->table, *source->entity);
    if (!holder.info || !original.info) return;  // refused already
    const auto references = references_of(entity, field, *source, holder, original);
    if (!are_named_right(entity, field, *source, original, references, subject)) return;
    if (field.kept == CopyKept::Patterns) return;
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
    // The description of an entity does not have its copies.
    const model::EntityInfo whole_holder = with_copies(entity, *holder.info);
    const model::EntityInfo whole_source = with_copies(*source->entity, *original.info);
    model::CopyInfo checked = copy;
    checked.holder = &whole_holder;
    checked.source = &whole_source;
    const bool same_type = have_same_type(table, field, *source);
    if (!refusals_.accept(subject, [&](Text* where) { return model::detail::check_copy(checked, same_type, where); }))
      return;
    if (!plan(holder, copy, field, subject)) return;
    out_.push_back(copy);
  }

  model::EntityInfo with_copies(const Entity& entity, const model::EntityInfo& info) {
    std::vector<model::CopiedField> copies;
    for (const Field& field : entity.fields)
      if (field.kept != CopyKept::Patterns) copies.push_back({.field = info.field(field.name)});
    model::EntityInfo out = info;
    out.copies = arena_.keep(std::move(copies));
    return out;
  }

  // The two fields have one type in a generated header.
  static bool have_same_type(const Table& table, const Field& field, const CopySource& source) {
    const Field& original = *source.field;
    return field.kind == original.kind && field.document == original.document &&
           is_vector(table, field) == is_vector(*source.table, original) &&
           std::equal(field.enumerators.begin(), field.enumerators.end(), original.enumerators.begin(),
                      original.enumerators.end(), [](const Enumerator& one, const Enumerator& other) {
                        return one.name == other.name && one.attribute == other.attribute && one.key == other.key;
                      });
  }

  // copy_by names fields of the holder, and fields of the source's primary key.
  bool are_named_right(const Entity& entity, const Field& field, const CopySource& source, const Described& original,
                       std::span<const model::CopyReference> references, const Subject& subject) {
    std::vector<model::detail::NamedReference> named;
    for (const auto& [holder, key] : field.copy_by) {
      if (!entity.field(holder)) {
        refusals_.add(
            Mistake::NoSuchField,
            fmt::format("copy_by of {} of {} names {}, which {} has not", field.name, entity.name, holder, entity.name),
            subject);
        return false;
      }
      named.push_back({holder, key});
    }
    return refusals_.accept(subject, [&](Text* where) {
      return model::detail::check_named_references(entity.name, original.info->fields, source.entity->name, references,
                                                   named, where);
    });
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
      if (pattern.operation != PatternOperation::BatchWrite) continue;
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

  // An update that sets only a copy says nothing that the library does not know. A part of another pattern's work may,
  // and so may a write of the source, or one that lets the item refer to another source.
  void check_updates() {
    for (const Pattern& pattern : model_.patterns) {
      if (!pattern.part_of.empty()) continue;
      for (const Action& action : pattern.actions) {
        const Table* table = model_.table_of(action.entity, action.table.empty() ? pattern.table : action.table);
        if (action.kind != Action::Kind::Update || !table) continue;
        for (const std::string& name : action.set) check_update(pattern, action, *table, name);
      }
    }
  }

  void check_update(const Pattern& pattern, const Action& action, const Table& table, const std::string& name) {
    const Entity& entity = *table.entity(action.entity);
    const Field* field = entity.field(name);
    if (!field || field->kept == CopyKept::Patterns) return;
    const auto source = source_of_copy(model_, *field);
    if (!source) return;  // refused already
    const std::vector<std::string> references = references_of_copy(entity, *field, *source);
    const bool refers = std::any_of(action.set.begin(), action.set.end(),
                                    [&](const std::string& one) { return base::contains(references, one); });
    const bool writes_source = std::any_of(pattern.actions.begin(), pattern.actions.end(), [&](const Action& other) {
      return &other != &action && other.kind != Action::Kind::Check && other.entity == source->entity->name;
    });
    if (refers || writes_source) return;
    refusals_.add(Mistake::KeptMember,
                  fmt::format("\"{}\": {} of {}, which the library copies from {}", pattern.name, name, entity.name,
                              field->copy_of),
                  {.table = table.name, .entity = entity.name, .pattern = pattern.name, .place = pattern.place});
  }

  // Finds the key by which the items with the copy are read.
  bool plan(const Described& holder, model::CopyInfo& copy, const Field& field, const Subject& subject) {
    std::vector<model::FieldPosition> by;
    for (const model::CopyReference& reference : copy.references) by.push_back(reference.holder);
    const std::span<const model::FieldPosition> kept_by = arena_.keep(std::move(by));
    const std::span<const model::EntityPosition> position =
        arena_.keep(std::vector<model::EntityPosition>{holder.position});
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
