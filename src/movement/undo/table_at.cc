#include "movement/undo/table_at.h"

#include <absl/strings/ascii.h>

#include <utility>
#include <vector>

#include "base/try.h"
#include "modelling/read/tables/described_table.h"
#include "transfer/tables/batch_writer.h"
#include "value/limits.h"

namespace partita::movement {
namespace {

bool uses(const std::string& expression, const std::string& placeholder) {
  for (auto at = expression.find(placeholder); at != expression.npos; at = expression.find(placeholder, at + 1)) {
    const std::size_t end = at + placeholder.size();
    const bool goes_on = end < expression.size() &&
                         (absl::ascii_isalnum(static_cast<unsigned char>(expression[end])) || expression[end] == '_');
    if (!goes_on) return true;
  }
  return false;
}

// The read without everything that is not a condition on keys, because the scratch table answers the rest.
PastRead whole(PastRead read) {
  if (read.query) {
    read.query->filter_expression.reset();
    read.query->projection_expression.reset();
    read.query->limit.reset();
    // Names and values that only the filter uses would be refused.
    const std::string& condition = *read.query->key_condition_expression;
    if (read.query->expression_attribute_names) {
      OptionalNames used;
      for (const auto& [name, attribute] : *read.query->expression_attribute_names)
        if (uses(condition, name)) {
          if (!used) used.emplace();
          used->emplace(name, attribute);
        }
      read.query->expression_attribute_names = std::move(used);
    }
    if (read.query->expression_attribute_values) {
      AttributeMap used;
      for (const auto& [name, value] : *read.query->expression_attribute_values)
        if (uses(condition, name)) used.set(name, value);
      read.query->expression_attribute_values = std::move(used);
    }
    if (!read.query->index_name) read.query->consistent_read = true;
  } else {
    ScanRequest scan{.table_name = read.scan->table_name, .index_name = read.scan->index_name};
    if (!scan.index_name) scan.consistent_read = true;
    read.scan = std::move(scan);
  }
  return read;
}

// Writes batches of different keys.
class Loader {
 public:
  Loader(Database& database, const std::string& table)
      : writer_(database, {.table = table}, [this](const transfer::ItemWrite&, const std::string& fault) {
          if (fault_.empty()) fault_ = fault;
        }) {}

  Result<void> add(transfer::ItemWrite write) {
    bytes_ += write.text_bytes;
    batch_.push_back(std::move(write));
    return batch_.size() == limits::kBatchWriteItems || bytes_ > transfer::BatchWriter::kMostBytes / 2 ? send()
                                                                                                       : Result<void>();
  }
  Result<void> send() {
    const std::atomic<bool> is_stopped = false;
    if (!batch_.empty()) PARTITA_TRY(writer_.write(batch_, is_stopped));
    batch_.clear();
    bytes_ = 0;
    if (fault_.empty()) return {};
    return fail(ErrorCode::InternalServerError, "an item of the past cannot be stored: " + fault_);
  }

 private:
  std::string fault_;
  transfer::BatchWriter writer_;
  std::vector<transfer::ItemWrite> batch_;
  std::size_t bytes_ = 0;
};

Result<void> load_changes(Database& source, const std::string& table, double time, Loader& loader) {
  ListChangedItemsRequest request{.table_name = table, .start_time = time};
  do {
    PARTITA_TRY_VALUE(page, source.list_changed_items(request));
    for (const ChangedItem& change : page.changed_items) {
      if (change.old_image)
        PARTITA_TRY(loader.add({.item = change.old_image->to_map(), .text_bytes = change.old_image->bytes().size()}));
      else
        PARTITA_TRY(loader.add({.kind = transfer::ItemWrite::Kind::Delete, .item = change.key->to_map()}));
    }
    request.next_token = std::move(page.next_token);
  } while (request.next_token);
  return loader.send();
}

}  // namespace

Result<void> read_all(Database& database, PastRead read, const TakeItem& take) {
  for (;;) {
    Result<PageResponse> page;
    if (read.query)
      page = database.query(*read.query);
    else
      page = database.scan(*read.scan);
    if (!page) return unexpected(std::move(page.error()));
    if (page->items)
      for (const Item& item : *page->items)
        if (!take(item)) return {};
    if (!page->last_evaluated_key) return {};
    (read.query ? read.query->exclusive_start_key : read.scan->exclusive_start_key) =
        std::move(page->last_evaluated_key);
  }
}

Result<void> read_table_at(Database& source, const PastRead& read, double time, Database& scratch,
                           const TakeItem& take) {
  const std::string table = (read.query ? read.query->table_name : read.scan->table_name).value_or("");
  PARTITA_TRY_VALUE(described, source.describe_table({.table_name = table}));
  CreateTableRequest create = modelling::request_of(described.table);
  create.stream_specification.reset();
  create.deletion_protection_enabled.reset();
  create.sse_specification.reset();
  const std::string name = described.table.table_name.value_or("");
  PARTITA_TRY(scratch.create_table(std::move(create)));
  // The changes are listed after the read, so those of programs that write meanwhile are among them.
  Loader loader(scratch, name);
  Result<void> loaded;
  PARTITA_TRY(read_all(source, whole(read), [&](const Item& item) {
    loaded = loader.add({.item = item.to_map(), .text_bytes = item.bytes().size()});
    return loaded.has_value();
  }));
  PARTITA_TRY(std::move(loaded));
  PARTITA_TRY(loader.send());
  PARTITA_TRY(load_changes(source, table, time, loader));
  PastRead there = read;
  (there.query ? there.query->table_name : there.scan->table_name) = name;
  return read_all(scratch, std::move(there), take);
}

}  // namespace partita::movement
