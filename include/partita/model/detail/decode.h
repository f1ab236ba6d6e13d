// Turns the library's rows into structs.
#pragma once

#include <partita/model/detail/planned.h>
#include <partita/model/detail/struct_reader.h>

namespace partita::model::detail {

// The attributes of an item that belong to no member: the key attributes of the table and its indexes that no field
// stores, the type tag, and the id of the last versioned write.
template <class Table>
struct table_attributes {
  static constexpr std::size_t size = [] {
    std::size_t count = 4;
    for (const IndexInfo& index : Table::info().indexes) count += index.partition.size() + index.sort.size();
    return count;
  }();
  static constexpr auto list = [] {
    std::array<std::string_view, size> out{};
    const TableInfo& table = Table::info();
    out[0] = table.partition;
    out[1] = table.sort;
    out[2] = table.type_attribute;
    out[3] = kWriteIdAttribute;
    std::size_t next = 4;
    for (const IndexInfo& index : table.indexes) {
      for (const auto attribute : index.partition) out[next++] = attribute;
      for (const auto attribute : index.sort) out[next++] = attribute;
    }
    return out;
  }();
};

template <class Struct>
void add_struct(void* structs, std::size_t room, void** addresses) {
  auto& to = *static_cast<std::vector<Struct>*>(structs);
  if (to.empty()) to.reserve(room);
  for (void* const address : members_of<Struct>::addresses(to.emplace_back())) *addresses++ = address;
}
template <class Struct>
void remove_struct(void* structs) {
  static_cast<std::vector<Struct>*>(structs)->pop_back();
}

// If the struct differs from the entity's, the initial values of its members are not the entity's defaults.
template <class Entity, class Struct>
inline constexpr bool needs_defaults =
    !std::is_same_v<Struct, typename Entity::value_type> && has_default_values<Entity>();
template <class Entity, class Struct>
const AttributeMap& defaults_in() {
  static const AttributeMap defaults = values_of_fields(default_values<Entity>(), result_fields<Entity, Struct>);
  return defaults;
}

template <class Entity, class Struct>
constexpr auto defaults_for() -> const AttributeMap& (*)() {
  if constexpr (needs_defaults<Entity, Struct>) return &defaults_in<Entity, Struct>;
  return nullptr;
}

template <class Table, class Entity, class Struct>
inline constexpr StructReader struct_reader = {
    member_codecs<Struct>,
    result_fields<Entity, Struct>,
    ItemContext{.entity = Entity::tag(),
                .key = std::span(table_attributes<Table>::list).first(table_attributes<Table>::list[1].empty() ? 1 : 2),
                .leave_out = table_attributes<Table>::list},
    &add_struct<Struct>,
    &remove_struct<Struct>,
    defaults_for<Entity, Struct>()};

// Fills the members of `to`, which must be Struct{}, from the row, which is read in place. An error names the item and
// the attribute. Then `to` is partly filled.
template <class Table, class Entity, class Struct>
Result<void> decode_into(Struct& to, const Row& row) {
  constexpr auto& attributes = table_attributes<Table>::list;
  const ItemContext context{.entity = Entity::tag(),
                            .key = std::span(attributes).first(attributes[1].empty() ? 1 : 2),
                            .leave_out = attributes};
  static_assert(!needs_defaults<Entity, Struct>);
  return decode_members_into(to, row.item, row.added, result_fields<Entity, Struct>, context);
}

// Decodes the row at a position, if the answer has one.
template <class Table, class Entity>
void decode_at(std::size_t position, const std::optional<Row>& row, std::optional<typename Entity::value_type>& to,
               std::vector<UnreadableRow>& unreadable) {
  if (!row) return;
  auto done = decode_into<Table, Entity>(to.emplace(), *row);
  if (done) return;
  to.reset();
  unreadable.push_back(unreadable_row(Table::info(), *row, std::move(done.error()), position));
}

}  // namespace partita::model::detail
