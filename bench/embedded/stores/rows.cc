#include "embedded/stores/rows.h"

#include "engine/changes/change.h"
#include "engine/changes/item_keys.h"
#include "engine/index/define.h"
#include "storage/memory/memory_store.h"
#include "value/encode.h"

namespace partita::bench {
namespace {

constexpr keys::TableId kFirstTable = 1;

std::optional<value::ItemView> view_of(const std::optional<std::string>& bytes) {
  return bytes ? std::optional(value::ItemView(*bytes)) : std::nullopt;
}

std::optional<std::string> encoded(const std::optional<AttributeMap>& item) {
  return item ? std::optional(value::encode_item(*item)) : std::nullopt;
}

}  // namespace

Rows::Rows(const CreateTableRequest& table) : no_store_(storage::make_memory_store()) {
  table_.id = kFirstTable;
  table_.name = *table.table_name;
  table_.keys = engine::define_keys(*table.key_schema, *table.attribute_definitions);
  if (table.global_secondary_indexes)
    for (const GlobalSecondaryIndex& index : *table.global_secondary_indexes) {
      table_.indexes.push_back(engine::define_index(index, *table.attribute_definitions, BillingMode::PayPerRequest));
      table_.indexes.back().id = table_.next_index_id++;
    }
  catalog::derive(table_);
}

std::string Rows::key(const AttributeMap& item) const {
  return engine::key_of_stored(table_, value::ItemView(value::encode_item(item)));
}

storage::Batch Rows::change(const std::optional<AttributeMap>& before, const std::optional<AttributeMap>& after) const {
  const auto old_bytes = encoded(before);
  const auto new_bytes = encoded(after);
  storage::Batch batch;
  const base::SystemClock clock;
  engine::SequenceNumbers numbers(clock);
  engine::SequenceNumbers::Ticket ticket(numbers);
  engine::StreamCounters counters;
  engine::append_change(*no_store_, table_, key(after ? *after : *before), view_of(old_bytes), view_of(new_bytes),
                        {ticket, counters, engine::ItemHash()}, batch)
      .value();
  return batch;
}

}  // namespace partita::bench
