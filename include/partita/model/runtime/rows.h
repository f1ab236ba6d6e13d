// Rows: the items that reads and writes return, with the entities that they belong to.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/export.h>
#include <partita/item.h>
#include <partita/model/runtime/description.h>
#include <partita/model/runtime/session.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace partita::model {

// A row that was read and that the model cannot use.
struct PARTITA_API UnreadableRow {
  AttributeMap key = {};     // the table's primary key
  std::string entity = {};   // empty: the item belongs to no entity of the table
  Error reason = {};         // the error of a call that fails for this row
  std::size_t position = 0;  // the position of the key in a call with several keys
};

// An item of the answer.
struct PARTITA_API Row {
  const EntityInfo* entity = nullptr;
  Item item = {};  // as stored; its bytes fill the structs
  // The fields that only the keys hold. If the row has no item, it has all attributes.
  AttributeMap added = {};
  // Returns all attributes, decoded.
  AttributeMap attributes() const;
};

// Returns the item as a row. `entity` is nullptr if the item belongs to no entity of the table.
PARTITA_API Row row_of(const TableInfo& table, AttributeMap item);
// Returns the report of a row that was read and could not be decoded. Requires: `row` has its key attributes.
PARTITA_API UnreadableRow unreadable_row(const TableInfo& table, const Row& row, Error reason,
                                         std::size_t position = 0);

// The answer of a read.
struct PARTITA_API RowPage {
  std::vector<Row> rows = {};
  std::optional<std::string> token = {};  // absent after the last item
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
};

}  // namespace partita::model

extern template class std::vector<partita::model::Row>;
extern template class std::vector<partita::model::UnreadableRow>;
extern template class partita::expected<partita::AttributeMap, partita::Error>;
extern template class partita::expected<partita::AttributeValue, partita::Error>;
extern template class partita::expected<partita::model::RowPage, partita::Error>;
