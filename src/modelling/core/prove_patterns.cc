// How a pattern is proven, with the functions that the compiler uses for patterns in C++
// 1. A pattern finds its tables and entities, and a read by a key or an index also the fields that a call gives.
// Unknown
//    names are refused, those of tables and entities with the nearest known one.
// 2. The planner looks for a key or an index that serves the read. If it does not find one, the refusal has its
//    suggestion.
// 3. The constant values and the conditions of filters are checked against the plan.
// 4. Each action of a write is checked against the keys, unique members and versions of its entity.
#include "modelling/core/prove_patterns.h"

#include <fmt/format.h>
#include <partita/model/detail/answer_checks.h>
#include <partita/model/detail/check_write.h>
#include <partita/model/detail/planner.h>
#include <partita/model/detail/search_planner.h>
#include <partita/model/detail/stored_text.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/constant_in_key.h"
#include "modelling/core/nearest.h"

namespace partita::modelling {
namespace {

using model::kNone;
using model::Mistake;
using model::Text;

bool can_be_constant(model::FieldKind kind) {
  using model::FieldKind;
  return kind == FieldKind::String || kind == FieldKind::Enum || kind == FieldKind::Bool ||
         kind == FieldKind::Integer || kind == FieldKind::Unsigned;
}

class PatternProver {
 public:
  PatternProver(const Pattern& pattern, const Model& model, std::span<const DescribedTable> tables, Arena& arena,
                Refusals& refusals)
      : pattern_(pattern), model_(model), tables_(tables), arena_(arena), refusals_(refusals) {}

  ProvenPattern prove() {
    ProvenPattern out{.declared = &pattern_};
    if (pattern_.operation == PatternOperation::Read || pattern_.operation == PatternOperation::Search) {
      if (find_entities() && find_fields())
        pattern_.operation == PatternOperation::Read ? plan_read(out) : plan_search(out);
    } else if (is_read(pattern_.operation)) {
      // Scans and reads by primary keys need no plan.
      for (const std::string& name : pattern_.entities) find_holder(pattern_.table, name, pattern_.place);
      for (const Action& action : pattern_.actions)
        if (!action.entity.empty()) find_holder(table_named_by(action), action.entity, action.place);
    } else {
      for (const Action& action : pattern_.actions) check_action(action);
    }
    return out;
  }

 private:
  Subject subject() const {
    return {.table = pattern_.table,
            .entity = pattern_.entities.empty() ? std::string() : pattern_.entities.front(),
            .pattern = pattern_.name,
            .place = pattern_.place};
  }
  void refuse(Mistake mistake, std::string_view particulars) { refusals_.add(mistake, particulars, subject()); }
  template <class Check>
  bool accept(Check check) {
    return refusals_.accept(subject(), [&](Text* where) {
      *where << "\"" << pattern_.name << "\": ";
      return check(where);
    });
  }

  const std::string& table_named_by(const Action& action) const {
    return action.table.empty() ? pattern_.table : action.table;
  }

  // The table that holds the entity, or nullptr after a refusal. If `name` is not empty, only this table is asked.
  const DescribedTable* find_holder(const std::string& name, const std::string& entity, const Place& place) {
    if (const Table* holder = model_.table_of(entity, name))
      for (const DescribedTable& table : tables_)
        if (table.table->declared == holder) return &table;
    refuse_unknown(name, entity, place);
    return nullptr;
  }

  void refuse_unknown(const std::string& table, const std::string& entity, const Place& place) {
    std::vector<std::string_view> tables;
    for (const Table& one : model_.tables) tables.push_back(one.name);
    const std::string near_entity = did_you_mean(entity, model_.entity_names(table));
    std::string what;
    if (table.empty())
      what = fmt::format("no table holds the entity {}{}", entity, near_entity);
    else if (!model_.table(table))
      what = fmt::format("there is no table {}{}", table, did_you_mean(table, tables));
    else
      what = fmt::format("the table {} has no entity {}{}", table, entity, near_entity);
    Subject named = subject();
    named.entity = entity;
    if (place.line > 0) named.place = place;
    refusals_.add(Mistake::NoSuchField, fmt::format("\"{}\": {}", pattern_.name, what), named);
  }

  // Finds the table and the positions of the entities. Returns false if the read cannot be planned.
  bool find_entities() {
    if (pattern_.entities.empty()) return false;
    table_ = find_holder(pattern_.table, pattern_.entities.front(), pattern_.place);
    if (!table_) return false;
    const Table& declared = *table_->table->declared;
    bool described = true;
    for (const std::string& name : pattern_.entities) {
      const Entity* found = declared.entity(name);
      if (!found) {
        refuse_unknown(declared.name, name, pattern_.place);
        return false;
      }
      const auto at = static_cast<std::size_t>(found - declared.entities.data());
      const model::EntityPosition position = table_->table->positions[at];
      described = described && position != kNone;
      positions_.push_back(position);
    }
    return described;
  }

  const model::TableInfo& table() const { return *table_->table->info; }
  const model::EntityInfo& first() const { return table().at(positions_[0]); }

  model::FieldPosition find_field(const std::string& name, bool& found) {
    if (name.empty()) return kNone;
    const model::FieldPosition field = first().field(name);
    if (field != kNone) return field;
    accept([&](Text* where) { return model::detail::check_member_name(first().fields, name, first().name, where); });
    found = false;
    return kNone;
  }

  bool find_fields() {
    bool found = true;
    for (const std::string& name : pattern_.by) by_.push_back(find_field(name, found));
    range_ = find_field(pattern_.range, found);
    buckets_ = find_field(pattern_.buckets, found);
    for (const When& one : pattern_.where) found = is_constant(one) && found;
    if (!pattern_.index.empty() && table().index(pattern_.index) == kNone) {
      refuse(Mistake::NoSuchIndex,
             "\"" + pattern_.name + "\": the table " + std::string(table().name) + " has no index " + pattern_.index);
      found = false;
    }
    return found;
  }

  // Whether the first entity's items can have the value that all calls ask for. A field that is not there is refused as
  // one of `by`.
  bool is_constant(const When& one) {
    const model::FieldPosition position = first().field(one.field);
    if (position == kNone) return true;
    const model::FieldInfo& field = first().at(position);
    const bool has_kind = can_be_constant(field.kind);
    if (has_kind && model::detail::is_stored_text(field, one.equals)) return true;
    return accept([&](Text* where) {
      *where << "member " << field.name << " of entity " << first().name;
      const auto meant =
          std::ranges::find(field.enumerators, std::string_view(one.equals), &model::EnumeratorInfo::name);
      if (has_kind && meant != field.enumerators.end())
        *where << " is never \"" << one.equals << "\": its attribute is then \"" << meant->attribute << "\"";
      else if (has_kind)
        *where << " is never \"" << one.equals << "\"";
      else
        *where << " is not a string, enumeration, bool or whole number, and only these have one value for all calls";
      return Mistake::NoSuchEnumerator;
    });
  }

  // Views of the entities that live as long as the plan.
  std::span<const model::EntityInfo* const> entity_views() {
    std::vector<const model::EntityInfo*> out;
    for (const model::EntityPosition position : positions_) out.push_back(&table().at(position));
    return arena_.keep(std::move(out));
  }

  void plan_read(ProvenPattern& out) {
    const bool collection = positions_.size() > 1;
    const bool whole = pattern_.whole || pattern_.from_end;
    const model::PlanRequest request{.table = &table(),
                                     .separation = table_->separation.data(),
                                     .entities = positions_,
                                     .by = by_,
                                     .range_field = range_,
                                     .bucket_field = buckets_,
                                     .forward = pattern_.forward && !pattern_.from_end,
                                     .consistent = pattern_.consistent,
                                     .tree = (collection || pattern_.tree) && !whole,
                                     .whole = whole,
                                     .index = pattern_.index};
    model::PlanResult result;
    if (!accept([&](Text* where) {
          result = model::plan(request, where);
          return result.mistake;
        }))
      return;
    describe(out, result.plan);
    for (const When& one : pattern_.where) check_in_key(one, result.plan.index);
    check_answer(out.info);
  }

  // The value that all calls give must be one that the key can have, because otherwise every call fails.
  void check_in_key(const When& one, model::IndexPosition index) {
    const std::string why = why_not_in_key(first(), index, one);
    if (!why.empty())
      refuse(Mistake::NoSuchEnumerator, fmt::format("\"{}\": where gives {} the value \"{}\", which no key has: {}",
                                                    pattern_.name, one.field, shortened(one.equals), why));
  }

  static std::string shortened(const std::string& text) {
    constexpr std::size_t kMostShown = 40;
    if (text.size() <= kMostShown) return text;
    std::size_t size = kMostShown;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    return text.substr(0, size) + "...";
  }

  void plan_search(ProvenPattern& out) {
    const model::detail::SearchRequest request{
        .table = &table(), .entity = positions_[0], .by = by_, .index = pattern_.index};
    model::detail::SearchPlan result;
    if (!accept([&](Text* where) {
          result = model::detail::plan_search(request, where);
          return result.mistake;
        }))
      return;
    describe(out, {.operation = model::PlanOperation::Search, .index = result.index});
    check_answer(out.info);
  }

  void describe(ProvenPattern& out, const model::Plan& plan) {
    out.info = {.name = pattern_.name,
                .table = &table(),
                .entities = entity_views(),
                .by = arena_.keep(by_),
                .plan = plan,
                .asked = {.index = pattern_.index,
                          .range_field = range_,
                          .tree = pattern_.tree || positions_.size() > 1,
                          .whole = pattern_.whole,
                          .from_end = pattern_.from_end,
                          .with_expired = pattern_.with_expired,
                          .wanted = arena_.views(pattern_.wanted)}};
  }

  void check_answer(const model::PatternInfo& info) {
    const model::IndexPosition index = info.plan.index;
    if (!pattern_.with_expired)
      accept([&](Text* where) { return model::detail::check_expiry(table(), info.entities, index, where); });
    if (pattern_.from_end) accept([&](Text* where) { return model::detail::check_order(info.entities, index, where); });
    if (info.entities.size() > 1 && (pattern_.limit || !pattern_.filter.empty())) check_counted(info);
    for (const model::EntityInfo* entity : info.entities) check_held(*entity, index);
    for (const FilterCondition& condition : pattern_.filter) check_filter(condition, info);
  }

  // A limit or a filter of a collection makes a read of each entity, which needs keys that tell its items' place.
  void check_counted(const model::PatternInfo& info) {
    for (const model::EntityInfo* entity : info.entities)
      if (!model::detail::has_place(*entity, info.plan.index)) {
        accept([&](Text* where) {
          *where << "the items of " << entity->name << " have no composed sort key in ";
          model::detail::write_index(table(), info.plan.index, *where);
          return Mistake::NotCounted;
        });
        return;
      }
  }

  // The fields that the answer has must be in the entries that are read.
  void check_held(const model::EntityInfo& entity, model::IndexPosition index) {
    for (std::size_t i = 0; i < entity.fields.size(); ++i) {
      const std::string name(entity.fields[i].name);
      const bool is_wanted = pattern_.wanted.empty() || base::contains(pattern_.wanted, name);
      if (!is_wanted || model::detail::holds_value(table(), entity, index, model::FieldPosition(i))) continue;
      accept([&](Text* where) {
        model::detail::explain_not_held(table(), entity, index, name, *where);
        return Mistake::NotProjected;
      });
      return;
    }
    for (const std::string& name : pattern_.wanted)
      if (&entity == &first() && entity.field(name) == kNone)
        accept([&](Text* where) { return model::detail::check_member_name(entity.fields, name, entity.name, where); });
  }

  void check_filter(const FilterCondition& condition, const model::PatternInfo& info) {
    const model::FieldPosition field = first().field(condition.field);
    accept([&](Text* where) {
      if (field == kNone) return model::detail::check_member_name(first().fields, condition.field, first().name, where);
      *where << "a filter on " << condition.field << " of " << first().name << " in ";
      model::detail::write_index(table(), info.plan.index, *where);
      return model::detail::check_filtered(model::detail::Filtered::Query, table(), info.plan.index, first().at(field));
    });
  }

  // ---- writes

  void check_action(const Action& action) {
    const DescribedTable* where_held = find_holder(table_named_by(action), action.entity, action.place);
    if (!where_held) return;
    const model::EntityInfo* entity = nullptr;
    for (const model::EntityInfo* one : where_held->table->info->entities)
      if (one->name == action.entity) entity = one;
    if (!entity) return;
    bool named = true;
    for (const auto& names : {action.set, action.given})
      for (const std::string& name : names)
        named = accept([&](Text* where) {
                  return model::detail::check_member_name(entity->fields, name, entity->name, where);
                }) &&
                named;
    if (!named) return;
    const auto changed = arena_.views(action.set), given = arena_.views(action.given);
    const model::WriteKnowledge knowledge{.changed = changed,
                                          .set = changed,
                                          .made = changed,
                                          .given = given,
                                          .read_first = action.read_first,
                                          .version_said = !action.version_unchecked};
    const model::TableInfo& info = *where_held->table->info;
    // check_update and check_removal begin the text again.
    const auto accept_write = [&](auto check) {
      refusals_.accept(subject(), [&](Text* where) {
        Text particulars;
        const Mistake mistake = check(&particulars);
        *where << "\"" << pattern_.name << "\": " << particulars.view();
        return mistake;
      });
    };
    if (action.kind == Action::Kind::Update)
      accept_write([&](Text* where) { return model::check_update(info, *entity, knowledge, where); });
    if (action.kind == Action::Kind::Delete)
      accept_write([&](Text* where) { return model::check_removal(*entity, knowledge, where); });
    if (pattern_.operation == PatternOperation::BatchWrite)
      accept_write([&](Text* where) { return model::check_batch(*entity, where); });
  }

  const Pattern& pattern_;
  const Model& model_;
  std::span<const DescribedTable> tables_;
  Arena& arena_;
  Refusals& refusals_;
  const DescribedTable* table_ = nullptr;
  std::vector<model::EntityPosition> positions_;
  std::vector<model::FieldPosition> by_;
  model::FieldPosition range_ = kNone;
  model::FieldPosition buckets_ = kNone;
};

}  // namespace

ProvenPattern prove_pattern(const Pattern& pattern, const Model& model, std::span<const DescribedTable> tables,
                            Arena& arena, Refusals& refusals) {
  return PatternProver(pattern, model, tables, arena, refusals).prove();
}

}  // namespace partita::modelling
