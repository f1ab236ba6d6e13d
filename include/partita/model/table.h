// Declares a table: its keys, its indexes, and the entities that it holds.
//
//   struct Commerce : pt::table<"commerce_single_table", pt::primary<"PK", "SK">,
//       pt::gsi<"gsi_status_orders", "GSI2PK", "GSI2SK">,
//       pt::holds<CustomerE, OrderE>> {};
//
// detail/table_checks.h finds the mistakes between a table and its entities, and between the entities.
#pragma once

#include <partita/limits.h>
#include <partita/model/detail/placed_entity.h>
#include <partita/model/detail/table_checks.h>
#include <partita/model/detail/vector_checks.h>

namespace partita::model {

namespace detail {

template <TablePart Part, class... Options>
inline constexpr int count_of = (int(table_option<Options>::part == Part) + ... + 0);

template <fixed_string Name, class Shape, class Entities>
struct table_description;

template <fixed_string Name, class Shape, class... Entities>
struct table_description<Name, Shape, holds<Entities...>> {
  static constexpr std::array<const EntityInfo*, sizeof...(Entities)> entities{
      &placed<Shape, typename Entities::declaration>::info...};
  static constexpr auto separation = key_separation<Shape::index_count + 1>(entities);
  static constexpr TableInfo info{
      .name = Name.view(),
      .partition = Shape::partition,
      .sort = Shape::sort,
      .type_attribute = Shape::type_attribute,
      .indexes = Shape::infos,
      .entities = entities,
  };
  // A template, so that the compiler looks at the types of the members only if there is a vector index.
  template <class... Structs>
  static constexpr bool check_vectors() {
    if constexpr (Shape::has_vectors)
      return accept([](Text* where) {
        constexpr std::array<std::span<const int>, sizeof...(Structs)> lengths{vector_lengths<Structs>...};
        return check_vector_indexes(info, lengths, where);
      });
    return true;
  }
  // A number of pt::when must be one that the member's type can hold. The bounds are looked up only if a key has a
  // condition.
  template <class Entity>
  static constexpr bool check_bounds() {
    using Placed = placed<Shape, typename Entity::declaration>;
    if constexpr (has_condition(Placed::info))
      return accept([](Text* where) {
        return check_when_bounds(Placed::info, whole_bounds<typename Entity::value_type>, where);
      });
    return true;
  }
  static constexpr bool check() {
    constexpr bool entities_ok =
        (Entities::check() && ...) && (placed<Shape, typename Entities::declaration>::ok && ...);
    if constexpr (entities_ok) {
      return accept([](Text* where) { return check_names(info, where); }) &&
             accept([](Text* where) { return check_index_names(info.indexes, where); }) &&
             accept([](Text* where) { return check_same_shape(entities, separation.data(), where); }) &&
             accept([](Text* where) { return check_key_types(entities, where); }) &&
             accept([](Text* where) { return check_tags(Shape::type_attribute, entities, where); }) &&
             accept([](Text* where) { return check_ledger(info, where); }) && (check_bounds<Entities>() && ...) &&
             check_vectors<typename Entities::value_type...>();
    }
    return false;
  }
};

// A function of its own, so that no compiler looks into the description of a table that holds something else.
template <class Table, class... Entities>
consteval bool check_declared(holds<Entities...> /*entities*/) {
  return Table::description::check();
}

// True if the table and its entities have no mistakes. The compiler evaluates it once for each table.
template <class Table>
inline constexpr bool proven = []<class... Entities>(holds<Entities...>) {
  constexpr bool all_declared = (declared_entity<Entities> && ...);
  static_assert(
      all_declared,
      "partita: pt::holds takes entities, as in struct OrderE : pt::entity<Order, ...> {}, and no structs or patterns");
  if constexpr (all_declared) return check_declared<Table>(holds<Entities...>{});
  return false;
}(typename Table::entity_list{});

}  // namespace detail

// The base of a table's declaration. Its options are those of table_options.h, in any order. All functions run at
// compile time.
template <fixed_string Name, class... Options>
struct table {
  static_assert(
      ((detail::table_option<Options>::part != detail::TablePart::None) && ...),
      "partita: pt::table takes pt::primary, gsi, lsi, attr_index, vector_index, holds, type_tag and no_type_tag");
  static_assert(
      detail::count_of<detail::TablePart::Primary, Options...> == 1 &&
          detail::count_of<detail::TablePart::Entities, Options...> <= 1 &&
          detail::count_of<detail::TablePart::Tag, Options...> <= 1,
      "partita: a table has one pt::primary, and at most one pt::holds and one of pt::type_tag and pt::no_type_tag");
  using declaration = table;
  static constexpr std::string_view declared_name = Name.view();
  using shape = detail::table_shape<Options...>;
  using entity_list = typename detail::entities_of<Options...>::type;
  using description = detail::table_description<Name, shape, entity_list>;

  static constexpr const TableInfo& info() {
    static_assert(detail::proven<table>);
    return description::info;
  }
  // Returns the entity's description in this table. Requires: the table holds the entity.
  template <class Entity>
  static constexpr const EntityInfo& entity_info() {
    return detail::placed<shape, typename Entity::declaration>::info;
  }
  // The position of the entity in info().entities, or kNone if the table does not hold it.
  template <class Entity>
  static constexpr EntityPosition position = []<class... Entities>(holds<Entities...>) {
    EntityPosition found = kNone;
    std::size_t at = 0;
    ((std::is_same_v<Entity, Entities> ? void(found = EntityPosition(at++)) : void(at++)), ...);
    return found;
  }(entity_list{});
  template <class Entity>
  static constexpr bool holds_entity = position<Entity> != kNone;
};

}  // namespace partita::model
