#include "engine/changes/item_write.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "keys/key_codec.h"
#include "keys/system_keys.h"
#include "ops/prepare.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

const AttributeMap& key_map(const PreparedWrite& prepared) {
  return std::visit(
      [](const auto& write) -> const AttributeMap& {
        if constexpr (requires { write.item; })
          return *write.item;
        else
          return *write.key;
      },
      prepared);
}

const std::string& table_name(const PreparedWrite& prepared) {
  return std::visit([](const auto& write) -> const std::string& { return write.table; }, prepared);
}

const std::optional<expr::Condition>& condition(const PreparedWrite& prepared) {
  return std::visit([](const auto& write) -> const std::optional<expr::Condition>& { return write.condition; },
                    prepared);
}

Result<void> check_update(const catalog::TableInfo& table, const ops::PreparedUpdate& prepared) {
  if (!prepared.update) return {};
  for (const std::string& name : prepared.update->top_level_names())
    if (table.keys.find(name))
      return invalid("One or more parameter values were invalid: Cannot update attribute " + name +
                     ". This attribute is part of the key");
  PARTITA_TRY(check_known_index_key_types(table, *prepared.update));
  return check_scalar_keys(table, prepared.update->nested_names());
}

// The new image, made from the old one, or from only the key if `old` is empty.
Result<AttributeMap> updated(const ItemWrite& write, const ops::PreparedUpdate& prepared, const AttributeMap& old) {
  const auto from = old.empty() ? expr::Update::From::KeyAlone : expr::Update::From::Item;
  const AttributeMap& start = old.empty() ? *prepared.key : old;
  if (!prepared.update) return start;
  auto new_item = prepared.update->apply(start, from);
  if (!new_item) return new_item;
  PARTITA_TRY(check_index_keys(*write.table, *new_item, &old,
                               write.in_transaction ? IndexKeysOf::UpdateInTransaction : IndexKeysOf::Update));
  PARTITA_TRY(ops::check_updated_item(*new_item));
  return new_item;
}

std::optional<Item> item_of(const AttributeMap& map) {
  if (map.empty()) return std::nullopt;
  return Item(map);
}

// The answer for UPDATED_OLD or UPDATED_NEW. It is made at once, because the trees of large items are too large to keep
// until the answer.
std::optional<Item> touched_attributes(const ops::PreparedUpdate& prepared, const AttributeMap& old,
                                       const AttributeMap& new_item) {
  if (!prepared.update) return std::nullopt;
  switch (prepared.return_values) {
    case ReturnValue::UpdatedOld:
      return item_of(prepared.update->touched(old));
    case ReturnValue::UpdatedNew:
      return item_of(prepared.update->touched(new_item));
    default:
      return std::nullopt;
  }
}

void evaluate_update(ItemWrite& write, const ops::PreparedUpdate& prepared) {
  AttributeMap old;
  if (auto view = write.old_view()) old = view->to_map();
  // If the item does not exist, an update that only removes does not create it.
  if (old.empty() && prepared.update && prepared.update->only_removes()) return;
  auto new_item = updated(write, prepared, old);
  if (!new_item) {
    write.error = new_item.error();
    return;
  }
  write.new_image = value::encode_item(*new_item);
  write.touched = touched_attributes(prepared, old, *new_item);
}

Item stored_item(const storage::PinnedBytes& bytes) { return Item(bytes.owner, bytes.bytes); }

}  // namespace

std::optional<value::ItemView> ItemWrite::old_view() const {
  if (!old_image) return std::nullopt;
  return value::ItemView(old_image->bytes);
}

std::optional<value::ItemView> ItemWrite::new_view() const {
  if (!new_image) return std::nullopt;
  return value::ItemView(*new_image);
}

Result<ItemWrite> resolve(const Context& context, PreparedWrite prepared, KeyFault wording) {
  PARTITA_TRY_VALUE(table, table_for_items(context, table_name(prepared)));
  const bool is_put = std::holds_alternative<ops::PreparedPut>(prepared);
  PARTITA_TRY_VALUE(key,
                    is_put ? key_of_item(*table, key_map(prepared), wording) : key_of_key(*table, key_map(prepared)));
  if (const auto* update = std::get_if<ops::PreparedUpdate>(&prepared)) PARTITA_TRY(check_update(*table, *update));
  if (const auto& required = condition(prepared)) PARTITA_TRY(check_scalar_keys(*table, required->nested_names()));
  context.hot_keys.saw_item(*table, key);
  ItemWrite write;
  write.prepared = std::move(prepared);
  write.table = std::move(table);
  write.key = std::move(key);
  return write;
}

std::uint64_t most_work(const ItemWrite& write) {
  const std::size_t bytes = write.old_image ? write.old_image->bytes.size() : 0;
  const auto& required = condition(write.prepared);
  std::uint64_t work = required ? required->most_work(bytes) : 0;
  if (const auto* update = std::get_if<ops::PreparedUpdate>(&write.prepared))
    if (update->update) work += update->update->most_work(bytes);
  return work;
}

std::size_t bytes_to_hold(const ItemWrite& write) {
  const std::size_t old_bytes = write.old_image ? write.old_image->bytes.size() : 0;
  std::size_t new_bytes = 0, trees = 0;
  if (const auto* put = std::get_if<ops::PreparedPut>(&write.prepared)) new_bytes = value::item_size_bytes(*put->item);
  if (const auto* update = std::get_if<ops::PreparedUpdate>(&write.prepared)) {
    new_bytes = std::min(old_bytes + (update->update ? update->update->operand_bytes() : 0), limits::kItemSizeBytes);
    trees = old_bytes + new_bytes;
  }
  const auto entries = std::ranges::count_if(write.table->indexes, [](const catalog::IndexInfo& index) {
    return index.maintained() && index.projection != ProjectionType::KeysOnly;
  });
  return old_bytes + trees + new_bytes * (1 + static_cast<std::size_t>(entries));
}

double attempted_units(const ItemWrite& write) {
  if (const auto* put = std::get_if<ops::PreparedPut>(&write.prepared))
    return write_units(value::item_size_bytes(*put->item));
  const auto old = write.old_view();
  return write_units(old ? value::item_size_bytes(*old) : 0);
}

std::size_t bytes_in_transaction(const ItemWrite& write) {
  if (const auto item = write.new_view()) return value::item_size_bytes(*item);
  const auto item = write.old_view();
  return item ? value::item_size_bytes(*item) : 0;
}

void evaluate(ItemWrite& write) {
  const auto view = write.old_view();
  const auto& required = condition(write.prepared);
  if (required && !required->matches(view ? *view : value::ItemView())) {
    write.error = Error{ErrorCode::ConditionalCheckFailedException, "The conditional request failed"};
    if (view && wants_old_on_condition_failure(write.prepared)) write.error->item = stored_item(*write.old_image);
    return;
  }
  if (const auto* put = std::get_if<ops::PreparedPut>(&write.prepared))
    write.new_image = value::encode_item(*put->item);
  if (const auto* update = std::get_if<ops::PreparedUpdate>(&write.prepared)) evaluate_update(write, *update);
}

bool wants_old_on_condition_failure(const PreparedWrite& prepared) {
  return std::visit([](const auto& write) { return write.old_on_condition_failure; }, prepared);
}

bool answers_old_item(const PreparedWrite& prepared) {
  return std::visit(
      [](const auto& write) {
        if constexpr (requires { write.return_values; }) return write.return_values == ReturnValue::AllOld;
        return false;
      },
      prepared);
}

bool is_condition_check(const PreparedWrite& prepared) {
  return std::holds_alternative<ops::PreparedConditionCheck>(prepared);
}

std::optional<Item> returned_attributes(const ItemWrite& write) {
  return std::visit(
      [&](const auto& prepared) -> std::optional<Item> {
        if constexpr (requires { prepared.return_values; }) {
          if (prepared.return_values == ReturnValue::AllOld)
            return write.old_image ? std::optional(stored_item(*write.old_image)) : std::nullopt;
        }
        if constexpr (requires { prepared.update; }) {
          if (prepared.return_values != ReturnValue::AllNew || !write.new_image) return write.touched;
          const auto bytes = std::make_shared<std::string>(*write.new_image);
          return Item(bytes, *bytes);
        }
        return std::nullopt;
      },
      write.prepared);
}

bool has_large_answer(const ItemWrite& write) {
  constexpr std::size_t kLargeAnswerBytes = 32 << 10;
  const bool returns_item = std::visit(
      [](const auto& prepared) {
        if constexpr (requires { prepared.return_values; })
          return prepared.return_values != ReturnValue::None;
        else
          return false;
      },
      write.prepared);
  if (!returns_item) return false;
  const std::size_t old_bytes = write.old_image ? write.old_image->bytes.size() : 0,
                    new_bytes = write.new_image ? write.new_image->size() : 0;
  return std::max(old_bytes, new_bytes) > kLargeAnswerBytes;
}

std::string collection_key(const ItemWrite& write) {
  std::string partition;
  keys::encode_part(*key_map(write.prepared).find(write.table->keys.partition[0].name), partition);
  return keys::collection_key(write.table->id, partition);
}

std::optional<ItemCollectionMetrics> collection_metrics(const ItemWrite& write) {
  if (!write.table->has_local_indexes()) return std::nullopt;
  const catalog::KeyAttribute& partition = write.table->keys.partition[0];
  ItemCollectionMetrics metrics;
  metrics.item_collection_key = AttributeMap{{partition.name, *key_map(write.prepared).find(partition.name)}};
  const double gigabytes = std::floor(static_cast<double>(write.collection_bytes) / (1024.0 * 1024.0 * 1024.0));
  metrics.size_estimate_range_gb = std::vector<double>{gigabytes, gigabytes + 1};
  return metrics;
}

}  // namespace partita::engine
