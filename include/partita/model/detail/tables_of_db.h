// What the tables of a db have together: the table that holds an entity, and the copies of all entities.
#pragma once

#include <partita/model/copies.h>

namespace partita::model::detail {

// Finds the only table of the list that holds the entity.
template <class Entity, class... Tables>
struct table_of {
  static_assert(
      declared_entity<Entity>,
      "partita: this call takes an entity, as in db.get<OrderE>(...): a pattern is read with db.query<Pattern>(...), a "
      "collection with db.load<Collection>(...), and a struct is named by its entity");
  static_assert(!declared_entity<Entity>, "partita: no table of this db holds the entity: name it in pt::holds");
};
template <class Entity, class First, class... Rest>
struct table_of<Entity, First, Rest...> {
  static_assert(
      !(First::template holds_entity<Entity> && (Rest::template holds_entity<Entity> || ...)),
      "partita: two tables of this db hold the entity, and a call does not say which one it means: give each table "
      "an entity of its own, as in struct ArchivedOrderE : OrderE::declaration {}");
  using type = typename std::conditional_t<First::template holds_entity<Entity>, std::type_identity<First>,
                                           table_of<Entity, Rest...>>::type;
};

// The copies that an entity declares.
template <class Declaration>
struct declared_copies;
template <class Struct, fixed_string Tag, class... Options>
struct declared_copies<entity<Struct, Tag, Options...>> {
  static constexpr std::size_t count = (int(is_copy_of<Options>) + ... + 0);

  // Calls `each` with each of them.
  template <class Each>
  static constexpr void for_each(Each each) {
    (
        [&] {
          if constexpr (is_copy_of<Options>) each(std::type_identity<Options>());
        }(),
        ...);
  }
};

// The copies of all entities of the tables.
template <class... Tables>
struct copies_of_tables {
  template <class Table>
  static constexpr std::size_t count_in = []<class... Entities>(holds<Entities...>) {
    return (declared_copies<typename Entities::declaration>::count + ... + std::size_t(0));
  }(typename Table::entity_list{});
  static constexpr std::size_t count = (count_in<Tables> + ... + std::size_t(0));

  template <class Table, class Entity, class Copy>
  using planned =
      planned_copy<Table, Entity, typename table_of<typename source_of_copy<Copy>::type, Tables...>::type, Copy>;

  template <class Source>
  static constexpr bool holds_source = [] {
    constexpr bool held = (Tables::template holds_entity<Source> || ...);
    static_assert(held,
                  "partita: an entity of this db copies from an entity that none of its tables holds, so its writes "
                  "could not read the source: name that entity's table in pt::db too");
    return held;
  }();

  // Calls `each` with the plan of each copy. Requires: declared_right.
  template <class Each>
  static constexpr void for_each(Each each) {
    const auto in_table = [&]<class Table, class... Entities>(std::type_identity<Table>, holds<Entities...>) {
      (declared_copies<typename Entities::declaration>::for_each(
           [&]<class Copy>(std::type_identity<Copy>) { each(std::type_identity<planned<Table, Entities, Copy>>()); }),
       ...);
    };
    (in_table(std::type_identity<Tables>(), typename Tables::entity_list{}), ...);
  }
  // True if no copy has a mistake by itself, and the tables hold all sources. Otherwise there are no plans.
  static constexpr bool declared_right = [] {
    bool all = true;
    const auto in_table = [&]<class... Entities>(holds<Entities...>) {
      (declared_copies<typename Entities::declaration>::for_each([&]<class Copy>(std::type_identity<Copy>) {
         if constexpr (entity_option<Copy>::template right<typename Entities::declaration>())
           all = holds_source<typename source_of_copy<Copy>::type> && all;
         else
           all = false;
       }),
       ...);
    };
    (in_table(typename Tables::entity_list{}), ...);
    return all;
  }();
  static constexpr bool ok = [] {
    if constexpr (declared_right) {
      bool all = true;
      for_each([&]<class Plan>(std::type_identity<Plan>) { all = Plan::ok && all; });
      return all;
    }
    return false;
  }();
  static constexpr std::array<CopyInfo, count> list = [] {
    std::array<CopyInfo, count> out{};
    std::size_t next = 0;
    for_each([&]<class Plan>(std::type_identity<Plan>) { out[next++] = Plan::info; });
    return out;
  }();
};

// True if the copies have no mistakes. If a table has some, only those are reported.
template <class... Tables>
inline constexpr bool copies_proven = [] {
  if constexpr ((proven<typename Tables::declaration> && ...))
    if constexpr (copies_of_tables<Tables...>::count > 0) return copies_of_tables<Tables...>::ok;
  return true;
}();

// Refuses a batch of whole items that others copy from.
template <class... Tables>
constexpr Mistake check_batch_of_sources(const EntityInfo& entity, Text* where) {
  if constexpr (copies_of_tables<Tables...>::count > 0)
    for (const CopyInfo& copy : copies_of_tables<Tables...>::list)
      if (copy.source == &entity && !copy.followed) {
        if (where) *where << "entity " << entity.name << ", from which " << copy.holder->name << " copies";
        return Mistake::BatchNeedsCondition;
      }
  return Mistake::None;
}

}  // namespace partita::model::detail
