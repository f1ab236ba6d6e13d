#include "movement/undo/table_at.h"

#include <absl/strings/ascii.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "modelling/read/tables/described_table.h"
#include "movement/comparison/matcher.h"
#include "movement/tables/item_keys.h"
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
PastRead whole(PastRead read, const TableDescription& table) {
  // A read of a local index can give attributes that only the table has.
  const std::string index = (read.query ? read.query->index_name : read.scan->index_name).value_or("");
  const bool is_local =
      table.local_secondary_indexes &&
      std::ranges::any_of(*table.local_secondary_indexes, [&](const auto& one) { return one.index_name == index; });
  if (read.query) {
    if (is_local) read.query->select = Select::AllAttributes;
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
    if (is_local) scan.select = Select::AllAttributes;
    read.scan = std::move(scan);
  }
  return read;
}

constexpr std::size_t kVanishedBytes = std::size_t{64} << 20;

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

// An item that came after the moment, was read, and went before the changes were listed is not among them. So the table
// is read again, and the items that are gone are asked for as they were at the moment.
class Vanished {
 public:
  Vanished(Database& source, const std::string& table, transfer::TableFacts facts)
      : source_(source), table_(table), names_(facts), matcher_(kVanishedBytes) {}

  Result<void> note(Side side, const Item& item) { return matcher_.add(side, names_.key_of(item), ""); }
  Result<void> correct(double time, Loader& loader) {
    PARTITA_TRY(matcher_.finish([&](std::string_view key) -> Result<void> {
      const AttributeMap item_key = item_of(key).to_map();
      PARTITA_TRY_VALUE(then, source_.list_item_versions(
                                  {.table_name = table_, .key = item_key, .start_time = time, .end_time = time}));
      const bool was_there = !then.versions.empty() && then.versions.front().item;
      if (was_there) {
        const Item& item = *then.versions.front().item;
        return loader.add({.item = item.to_map(), .text_bytes = item.bytes().size()});
      }
      return loader.add({.kind = transfer::ItemWrite::Kind::Delete, .item = item_key});
    }));
    return loader.send();
  }

 private:
  Database& source_;
  const std::string& table_;
  const KeyNames names_;
  Matcher matcher_;
};

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
  PARTITA_TRY_VALUE(facts, transfer::describe(source, table));
  Vanished vanished(source, table, std::move(facts));
  const PastRead all = whole(read, described.table);
  Result<void> done;
  PARTITA_TRY(read_all(source, all, [&](const Item& item) {
    done = loader.add({.item = item.to_map(), .text_bytes = item.bytes().size()});
    if (done) done = vanished.note(Side::First, item);
    return done.has_value();
  }));
  PARTITA_TRY(std::move(done));
  PARTITA_TRY(loader.send());
  PARTITA_TRY(load_changes(source, table, time, loader));
  PARTITA_TRY(read_all(source, all, [&](const Item& item) {
    done = vanished.note(Side::Second, item);
    return done.has_value();
  }));
  PARTITA_TRY(std::move(done));
  PARTITA_TRY(vanished.correct(time, loader));
  PastRead there = read;
  (there.query ? there.query->table_name : there.scan->table_name) = name;
  return read_all(scratch, std::move(there), take);
}

}  // namespace partita::movement
