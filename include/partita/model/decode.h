// From the runtime's rows to structs.
#pragma once

#include <partita/model/planned.h>

namespace partita::model::detail {

// What attributes of an item are no member's: key attributes of table and indexes that no field stores, and the tag.
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

// Gives the members of `to`, which is Struct{}, what the row holds, read in place. An error says which item and which
// attribute; `to` is then half done.
template <class Table, class Entity, class Struct>
Result<void> decode_into(Struct& to, const Row& row) {
  constexpr auto& attributes = table_attributes<Table>::list;
  const ItemContext context{.entity = Entity::tag(),
                            .key = std::span(attributes).first(attributes[1].empty() ? 1 : 2),
                            .leave_out = attributes};
  constexpr auto& fields = result_fields<Entity, Struct>;
  // Of another struct than the entity's, the members' own initial values are not the entity's defaults.
  if constexpr (!std::is_same_v<Struct, typename Entity::value_type> && defaults_of<Entity>() != nullptr) {
    static const AttributeMap defaults = values_of_fields(default_values<Entity>(), fields);
    return decode_members_into(to, row.item, with_values(row.added, defaults), fields, context);
  } else {
    return decode_members_into(to, row.item, row.added, fields, context);
  }
}

// Adds the rows to `to`, and those that cannot be decoded to `unreadable`, or fails with the first of them.
template <class Table, class Entity, class Struct>
Result<void> decode_rows(std::vector<Struct>& to, const std::vector<Row>& rows, Unreadable what,
                         std::vector<UnreadableRow>& unreadable) {
  to.reserve(to.size() + rows.size());
  for (const Row& row : rows) {
    auto done = decode_into<Table, Entity>(to.emplace_back(), row);
    if (done) continue;
    to.pop_back();
    if (what == Unreadable::Fail) return done;
    unreadable.push_back(unreadable_row(Table::info(), row, std::move(done.error())));
  }
  return {};
}

// Decodes the row of a position, where there is one.
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
