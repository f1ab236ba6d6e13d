// The plan of a search on a table: its vector index, and the check that the entries can become the search's answer.
#pragma once

#include <partita/model/detail/planned.h>
#include <partita/model/detail/search_planner.h>
#include <partita/model/similar.h>

namespace partita::model::detail {

// True if the condition is an equality, or several joined by &&.
template <class Condition>
inline constexpr bool is_equality = false;
template <fixed_string Field, class V>
inline constexpr bool is_equality<compared<Field, Predicate::Kind::Equal, V>> = !std::is_same_v<V, std::nullopt_t>;
template <class... Conditions>
inline constexpr bool is_equality<combined<Predicate::Kind::And, Conditions...>> = (is_equality<Conditions> && ...);

// The plan of a search on a table.
template <class Table, class Search>
struct planned_search {
  using Entity = typename Search::entity;
  using T = typename Search::value_type;
  static constexpr PatternOptions options = Search::options();
  static constexpr const auto& entities = infos_of<Table, holds<Entity>>::list;
  static constexpr SearchRequest request() {
    return {&Table::info(), infos_of<Table, holds<Entity>>::positions[0], std::span(options.by).first(options.by_count),
            options.index};
  }
  static constexpr SearchPlan outcome = plan_search(request(), nullptr);
  struct WriteText {
    constexpr void operator()(Text* where) const {
      *where << "\"" << Search::name() << "\": ";
      plan_search(request(), where);
    }
  };
  static constexpr bool has_plan = accept_unless<outcome.mistake>(WriteText());
  static constexpr IndexPosition index = outcome.index.or_first();
  static constexpr int dimensions = has_plan ? Table::info().at(index).vector.dimensions : 0;
  static constexpr PatternInfo info{
      .name = Search::name(),
      .table = &Table::info(),
      .entities = entities,
      .by = std::span(options.by).first(options.by_count),
      .plan = {.operation = PlanOperation::Search, .index = index},
      .unreadable = options.unreadable,
      .asked = {.index = options.index, .with_expired = options.with_expired, .wanted = wanted_members<Search>()}};

  // True if the answer's struct has a member for the vector.
  static constexpr bool reads_vector() {
    return stored_field(result_fields<Entity, T>, Table::info().at(index).vector.attribute) != kNone;
  }
  // The attributes of which the answer's rows are made: those of the struct, of the entity's keys, the type tag, and
  // the attribute by which items expire. A name may be in the list twice.
  struct Attributes {
    static constexpr std::size_t most =
        result_fields<Entity, T>.size() + 2 +
        (entities[0]->indexes.size() + 1) * (limits::kIndexPartitionKeyAttributes + limits::kIndexSortKeyAttributes);
    std::array<std::string_view, most> list{};
    std::size_t count = 0;

    constexpr void add(std::string_view name) {
      for (std::size_t i = 0; i < count; ++i)
        if (list[i] == name) return;
      if (!name.empty()) list[count++] = name;
    }
  };
  static constexpr Attributes read_attributes = [] {
    Attributes out;
    if (!reads_vector()) return out;
    const EntityInfo& entity = *entities[0];
    for (const FieldInfo& field : result_fields<Entity, T>)
      if (field.stored) out.add(field.attribute);
    const auto add_key = [&](const EntityKey& key) {
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& attribute : attributes) out.add(attribute.attribute);
    };
    add_key(entity.primary);
    for (const EntityKey& key : entity.indexes) add_key(key);
    out.add(Table::info().type_attribute);
    if (entity.ttl != kNone) out.add(entity.at(entity.ttl).attribute);
    return out;
  }();

  static constexpr Mistake check_answer(Text* where) {
    if (where) *where << "\"" << Search::name() << "\": ";
    if (reads_vector() && carries_other_attributes<T>) {
      if (where) *where << "the struct that is read for " << Entity::tag();
      return Mistake::VectorWithOthers;
    }
    const EntityInfo& entity = *entities[0];
    if (!options.with_expired && entity.ttl != kNone && !holds_value(Table::info(), entity, index, entity.ttl)) {
      if (where) *where << field_name(entity, entity.ttl) << " of " << entity.name;
      return Mistake::ExpiryNotProjected;
    }
    return check_projection<Table, Entity, T>(index, where);
  }
  // True if all checks of the search by itself succeed.
  static constexpr bool sound = [] {
    if constexpr (has_plan) return accept([](Text* where) { return check_answer(where); });
    return false;
  }();

  // Refuses a condition that the index cannot select by.
  template <class Condition>
  static constexpr bool can_filter = accept([](Text* where) {
    if (where) *where << "\"" << Search::name() << "\": ";
    if (!is_equality<Condition>) return Mistake::SearchCondition;
    for (const std::string_view name : condition_members<Condition>) {
      const FieldPosition field = find_field(Entity::fields(), name);
      if (field == kNone && find_field(Entity::fields(), name.substr(0, head_size(name))) == kNone) continue;
      if (field == kNone) {
        if (where) *where << name << " of " << Entity::tag();
        return Mistake::NoInlineFilter;
      }
      const Mistake mistake = check_search_filter(Table::info(), *entities[0], index, field, where);
      if (mistake != Mistake::None) return mistake;
    }
    return Mistake::None;
  });
};

}  // namespace partita::model::detail
