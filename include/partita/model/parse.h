// Turns an item into the struct that it holds, for handlers of streams and other programs that receive items without a
// db.
//
//   auto parsed = pt::parse<Shop>(item);            // Result<std::variant<std::monostate, Order, Line>>
//   if (const Order* order = pt::parsed_if<Shop, OrderE>(&*parsed)) ...
#pragma once

#include <partita/model/detail/decode.h>
#include <partita/model/runtime/stream_events.h>

#include <variant>

namespace partita::model {

namespace detail {

template <class Entities>
struct parsed_as;
template <class... Entities>
struct parsed_as<holds<Entities...>> {
  using type = std::variant<std::monostate, typename Entities::value_type...>;
};

}  // namespace detail

// The structs of the table's entities, in the order of its pt::holds. std::monostate means an item of no entity of the
// table.
template <class Table>
using Parsed = typename detail::parsed_as<typename Table::entity_list>::type;

namespace detail {

template <class T>
concept declared_table = requires {
  T::info();
  typename T::entity_list;
};

}  // namespace detail

namespace detail {

// The position of the entity, or of the only entity with the struct, in a Parsed.
template <class Named, class... Entities>
constexpr std::size_t parsed_position(holds<Entities...>) {
  constexpr bool by_entity = declared_entity<Named>;
  const auto is_named = []<class Entity>(std::type_identity<Entity>) {
    return by_entity ? std::is_same_v<Entity, Named> : std::is_same_v<typename Entity::value_type, Named>;
  };
  constexpr int count =
      (int(by_entity ? std::is_same_v<Entities, Named> : std::is_same_v<typename Entities::value_type, Named>) + ... +
       0);
  static_assert(count > 0, "partita: the table holds no entity of this name or with this struct");
  static_assert(
      count < 2,
      "partita: several entities of the table have this struct: name the entity, as in change.after<OrderE>() "
      "or pt::parsed_if<Shop, OrderE>(&parsed)");
  std::size_t at = 0, found = 0;
  ((++at, is_named(std::type_identity<Entities>()) ? void(found = at) : void()), ...);
  return found;
}

}  // namespace detail

// The item of an entity in a parsed one, or nullptr if it belongs to another entity or to none. `Named` is an entity of
// the table, or its struct if no other entity has that struct.
template <class Table, class Named>
const auto* parsed_if(const Parsed<Table>* parsed) {
  return std::get_if<detail::parsed_position<Named>(typename Table::entity_list{})>(parsed);
}

// Returns the struct of an item in the form in which the table stores it. The type tag decides the entity, and without
// a tag the key does.
// Errors: ValidationException that names the item and the attribute if the item belongs to an entity and cannot be
// decoded.
template <detail::declared_table Table>
Result<Parsed<Table>> parse(AttributeMap item) {
  Row row = row_of(Table::info(), std::move(item));
  Result<Parsed<Table>> out;
  const auto decode = [&]<class... Entities, std::size_t... I>(holds<Entities...>, std::index_sequence<I...>) {
    const auto into = [&]<class Entity, std::size_t At>() {
      if (row.entity != &Table::template entity_info<Entity>()) return false;
      auto done = detail::decode_into<Table, Entity>(out->template emplace<At>(), row);
      if (!done) out = unexpected(std::move(done.error()));
      return true;
    };
    (void)(into.template operator()<Entities, I + 1>() || ...);
  };
  decode(typename Table::entity_list{}, std::make_index_sequence<std::variant_size_v<Parsed<Table>> - 1>());
  return out;
}
template <detail::declared_table Table>
Result<Parsed<Table>> parse(const Item& item) {
  return parse<Table>(item.to_map());
}
// Does not compile, and its message says which argument to use.
template <class NoTable, class Any>
  requires(!detail::declared_table<NoTable>)
Result<std::variant<std::monostate, NoTable>> parse(const Any&) {
  static_assert(
      detail::declared_table<NoTable>,
      "partita: an item is parsed by its table, into a std::variant of the structs of all that the table holds, as in "
      "pt::parse<Shop>(item): look into it with std::get_if<Order>(&*parsed), for an entity that pt::holds names");
  return {};
}

// The images of a stream's record. An absent image, such as the one before an insert, is std::monostate.
template <class Table>
struct Images {
  Parsed<Table> old_image = {};
  Parsed<Table> new_image = {};
};
// Parses both images.
// Errors: as for parse(), with the name of the image. If one image must be read although the other cannot be, call
// parse() for each of them.
template <class Table>
Result<Images<Table>> parse_images(std::optional<AttributeMap> old_image, std::optional<AttributeMap> new_image) {
  Images<Table> out;
  for (const bool is_old : {true, false}) {
    auto& from = is_old ? old_image : new_image;
    if (!from) continue;
    auto parsed = parse<Table>(std::move(*from));
    if (!parsed) {
      parsed.error().message.insert(0, is_old ? "The old image: " : "The new image: ");
      return unexpected(std::move(parsed.error()));
    }
    (is_old ? out.old_image : out.new_image) = std::move(*parsed);
  }
  return out;
}
template <class Table>
Result<Images<Table>> parse_images(StreamRecord record) {
  return parse_images<Table>(std::move(record.old_image), std::move(record.new_image));
}

}  // namespace partita::model
