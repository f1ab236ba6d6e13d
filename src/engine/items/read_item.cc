#include "engine/items/read_item.h"

#include "engine/index/vector_entries.h"

namespace partita::engine {

std::size_t ReadItem::charged_bytes(const catalog::TableInfo& table) const {
  if (!item || !table.has_vector_indexes()) return size_bytes();
  return charged_size_bytes(table, value::ItemView(stored.bytes));
}

Item projected_item(const storage::PinnedBytes& stored, const std::optional<expr::Projection>& projection) {
  if (!projection) return Item(stored.owner, stored.bytes);
  auto bytes = std::make_shared<std::string>();
  projection->project(value::ItemView(stored.bytes), *bytes);
  return Item(bytes, *bytes);
}

ReadItem read_item(storage::GetResult stored, const std::optional<expr::Projection>& projection) {
  ReadItem read;
  if (stored.state != storage::ReadState::Found) return read;
  read.stored = std::move(stored.value);
  read.item = projected_item(read.stored, projection);
  return read;
}

}  // namespace partita::engine
