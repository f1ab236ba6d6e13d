// The plan of a pattern on a table, and the check that the items or entries that it reads can become the pattern's
// answer.
#pragma once

#include <partita/model/detail/answer_checks.h>
#include <partita/model/detail/condition.h>
#include <partita/model/detail/planner.h>
#include <partita/model/detail/reads_stored.h>
#include <partita/model/pattern.h>
#include <partita/model/table.h>

namespace partita::model {

namespace detail {

// The fields of a struct that replaces the entity's struct in an answer. They are stored as the entity's are.
template <class Entity, class Struct>
inline constexpr auto result_fields = [] {
  auto fields = member_infos<Struct>;
  for (FieldInfo& field : fields) {
    const FieldPosition same = find_field(Entity::fields(), field.name);
    if (same == kNone) continue;
    const FieldInfo& original = Entity::fields()[same.number()];
    field.attribute = original.attribute;
    field.stored = original.stored;
    field.has_default = field.has_default || original.has_default;
  }
  return fields;
}();
template <class Entity>
constexpr std::span<const FieldInfo> result_fields<Entity, typename Entity::value_type> = Entity::fields();

// The names of the answer's members, or an empty list if the answer has the entity's struct or is a collection.
template <class Pattern>
constexpr std::span<const std::string_view> wanted_members() {
  if constexpr (requires { Pattern::is_collection; })
    if constexpr (Pattern::is_collection) return {};
  if constexpr (described_struct<typename Pattern::value_type> &&
                !std::is_same_v<typename Pattern::value_type, typename Pattern::entity::value_type>)
    return members_of<typename Pattern::value_type>::names;
  return {};
}

template <class Table, class Entities>
struct infos_of;
template <class Table, class... Entities>
struct infos_of<Table, holds<Entities...>> {
  static_assert((Table::template holds_entity<Entities> && ...),
                "partita: the table does not hold this pattern's entity: name it in the table's pt::holds<...>");
  static constexpr std::array<const EntityInfo*, sizeof...(Entities)> list{&Table::template entity_info<Entities>()...};
  static constexpr std::array<EntityPosition, sizeof...(Entities)> positions{
      Table::template position<Entities>.or_first()...};
};

// Tells for each member of Struct whether it can read the stored values of the entity's member of that name.
template <class Entity, class Struct>
inline constexpr auto members_read = []<std::size_t... I>(std::index_sequence<I...>) {
  using From = typename Entity::value_type;
  constexpr auto reads = []<std::size_t At>() {
    constexpr FieldPosition same = member_index<From>(members_of<Struct>::names[At]);
    if constexpr (same == kNone)
      return Reads::All;
    else
      return reads_stored<member_type<Struct, At>, member_type<From, same.number()>>();
  };
  return std::array<Reads, sizeof...(I)>{reads.template operator()<I>()...};
}(std::make_index_sequence<members_of<Struct>::count>());

// Writes, for example, "an int in the struct, and a long int in the entity's".
template <class Entity, class Struct>
constexpr void write_member_types(std::size_t member, Text& where) {
  using From = typename Entity::value_type;
  const auto write = [&]<std::size_t At>() {
    if (At != member) return;
    constexpr FieldPosition same = member_index<From>(members_of<Struct>::names[At]);
    write_type<member_type<Struct, At>>(where);
    where << " in the struct, and " << members_of<Struct>::names[At] << " of " << Entity::tag() << " is ";
    if constexpr (same != kNone) write_type<member_type<From, same.number()>>(where);
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (write.template operator()<I>(), ...);
  }(std::make_index_sequence<members_of<Struct>::count>());
}

// True if every entry of the index has the member although the entity's member is optional.
constexpr bool is_there(const TableInfo& table, const EntityInfo& entity, IndexPosition index, FieldPosition field) {
  const EntityKey& key = key_in(entity, index);
  return index != kNone && key.index == index &&
         (uses(key.partition, field) || uses(key.sort, field) ||
          is_key_attribute(table, index, entity.at(field).attribute));
}

// Returns the mistake if the struct of the answer cannot be made of the entries of the index.
template <class Table, class E, class Struct>
constexpr Mistake check_projection(IndexPosition index, Text* where) {
  constexpr bool is_own = std::is_same_v<Struct, typename E::value_type>;
  const bool whole = !is_partial(Table::info(), index);
  if (whole && is_own) return Mistake::None;
  const EntityInfo& entity = Table::template entity_info<E>();
  if constexpr (!is_own && empty_is_default<Struct>) {
    if (where)
      *where << "member " << empty_with_default(member_infos<Struct>) << " of the struct that is read for "
             << entity.name;
    return Mistake::DefaultOfOptional;
  }
  for (std::size_t i = 0; i < result_fields<E, Struct>.size(); ++i) {
    const FieldInfo& field = result_fields<E, Struct>[i];
    // A member of type other_attributes takes the rest of the item, or the whole item.
    const FieldPosition same = field.attribute.empty() ? kNone : entity.field(field.name);
    if (same == kNone && !field.attribute.empty()) {
      if (where) *where << "entity " << entity.name << " has no member " << field.name;
      return Mistake::NoSuchField;
    }
    if constexpr (!is_own) {
      const Reads reads = same == kNone ? Reads::All : members_read<E, Struct>[i];
      const bool has_empty =
          reads == Reads::NotEmpty && !field.has_default && !is_there(Table::info(), entity, index, same);
      if (reads == Reads::Not || has_empty) {
        if (where) {
          *where << field.name << " is ";
          write_member_types<E, Struct>(i, *where);
        }
        return has_empty ? Mistake::OptionalRead : Mistake::OtherTypeRead;
      }
    }
    if (whole || (same != kNone && holds_value(Table::info(), entity, index, same))) continue;
    if (where) explain_not_held(Table::info(), entity, index, field.name, *where);
    return Mistake::NotProjected;
  }
  return Mistake::None;
}

// Returns the mistake if a filter cannot compare a member that the condition names. The items are those of entity E in
// the index.
template <class Table, class E, class Condition>
constexpr Mistake check_filter(Filtered what, IndexPosition index, Text* where) {
  const TableInfo& table = Table::info();
  for (const std::string_view name : condition_members<Condition>) {
    const FieldPosition member = find_field(E::fields(), name.substr(0, head_size(name)));
    if (member == kNone) continue;  // the function that makes the condition refuses it
    const FieldInfo& field = E::fields()[member.number()];
    const Mistake mistake = check_filtered(what, table, index, field);
    if (mistake == Mistake::None) continue;
    if (where) {
      *where << "a filter on " << name << " of " << E::tag() << " in ";
      write_index(table, index, *where);
    }
    return mistake;
  }
  return Mistake::None;
}

// The plan of a pattern on a table.
template <class Table, class Pattern>
struct planned_pattern {
  using Entity = typename Pattern::entity;
  static constexpr PatternOptions options = Pattern::options();
  static_assert(options.bucket_field == kNone || options.range_field == kNone ||
                    options.range_field == options.bucket_field,
                "partita: a pattern with pt::buckets is ordered by the member of the buckets");
  static constexpr const auto& entities = infos_of<Table, typename Pattern::entities>::list;
  static constexpr PlanRequest request() {
    return {.table = &Table::info(),
            .separation = Table::description::separation.data(),
            .entities = infos_of<Table, typename Pattern::entities>::positions,
            .by = std::span(options.by).first(options.by_count),
            .range_field = options.range_field,
            .bucket_field = options.bucket_field,
            .forward = options.forward,
            .consistent = options.consistent,
            .tree = Pattern::tree && !options.whole,
            .whole = options.whole || Pattern::from_end,
            .index = options.index};
  }
  static constexpr PlanResult outcome = plan(request(), nullptr);
  struct WriteText {
    constexpr void operator()(Text* where) const {
      *where << "\"" << Pattern::name() << "\": ";
      plan(request(), where);
    }
  };
  static constexpr bool has_plan = accept_unless<outcome.mistake>(WriteText());
  static constexpr Plan the_plan = has_plan ? outcome.plan : Plan{};
  static constexpr PatternInfo info{.name = Pattern::name(),
                                    .table = &Table::info(),
                                    .entities = entities,
                                    .by = std::span(options.by).first(options.by_count),
                                    .plan = the_plan,
                                    .unreadable = options.unreadable,
                                    .asked = {.index = options.index,
                                              .range_field = options.range_field,
                                              .tree = Pattern::tree,
                                              .whole = options.whole,
                                              .from_end = Pattern::from_end,
                                              .with_expired = options.with_expired,
                                              .wanted = wanted_members<Pattern>()}};

  static constexpr void write_index(Text& where) { detail::write_index(Table::info(), the_plan.index, where); }

  // Returns the mistake if the struct of the answer cannot be made of the entries that are read.
  template <class E, class Struct>
  static constexpr Mistake check_projection(Text* where) {
    if (where) *where << "\"" << Pattern::name() << "\": ";
    return detail::check_projection<Table, E, Struct>(the_plan.index, where);
  }
  template <class E, class Struct>
  static constexpr bool fits_projection = accept([](Text* where) { return check_projection<E, Struct>(where); });

  // Returns the mistake if the entries do not tell whether an item has expired.
  static constexpr Mistake check_expiry(Text* where) {
    if (options.with_expired) return Mistake::None;
    if (where) *where << "\"" << Pattern::name() << "\": ";
    return detail::check_expiry(Table::info(), entities, the_plan.index, where);
  }

  template <class E, class Condition>
  static constexpr bool can_filter = accept([](Text* where) {
    if (where) *where << "\"" << Pattern::name() << "\": ";
    return check_filter<Table, E, Condition>(Filtered::Query, the_plan.index, where);
  });

  // True if all checks of the pattern by itself succeed.
  static constexpr bool sound = [] {
    if constexpr (!has_plan) {
      return false;
    } else if constexpr (!accept([](Text* where) { return check_expiry(where); })) {
      return false;
    } else if constexpr (!Pattern::is_collection) {
      return fits_projection<Entity, typename Pattern::value_type>;
    } else {
      constexpr bool fits = []<class... E>(holds<E...>) {
        return (fits_projection<E, typename E::value_type> && ...);
      }(typename Pattern::entities{});
      if constexpr (Pattern::from_end)
        return fits && accept([](Text* where) { return check_order(entities, the_plan.index, where); });
      else
        return fits;
    }
  }();
};

}  // namespace detail

}  // namespace partita::model
