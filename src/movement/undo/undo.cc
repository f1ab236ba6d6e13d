#include "movement/undo/undo.h"

#include <mutex>
#include <vector>

#include "base/try.h"
#include "movement/tables/item_condition.h"
#include "transfer/tables/patience.h"
#include "transfer/tables/table_facts.h"
#include "transfer/tables/workers.h"
#include "value/view.h"

namespace partita::movement {
namespace {

using Outcome = UndoneItem::Outcome;

class Undo {
 public:
  Undo(Database& database, const UndoSettings& settings, UndoProgress& progress)
      : database_(database), settings_(settings), progress_(progress) {}

  Result<void> take_back(const ChangedItem& change) {
    PARTITA_TRY_VALUE(now, read(*change.key));
    if (now == change.old_image) return {};
    const Outcome wanted = change.old_image ? Outcome::Restored : Outcome::Deleted;
    if (now != change.new_image) return tell(Outcome::Left, *change.key);
    if (settings_.mode == UndoMode::List) return tell(wanted, *change.key);
    PARTITA_TRY_VALUE(is_written, write(change));
    return tell(is_written ? wanted : Outcome::Left, *change.key);
  }

 private:
  template <class Ask>
  auto persistently(const Ask& ask) {
    transfer::Patience patience(std::chrono::minutes(1));
    for (;;) {
      auto answer = ask();
      if (answer || !describe(answer.error().code).retryable || !patience.wait()) return answer;
    }
  }

  Result<std::optional<Item>> read(const Item& key) {
    PARTITA_TRY_VALUE(
        found, persistently([&] {
          return database_.get_item({.table_name = settings_.table, .key = key.to_map(), .consistent_read = true});
        }));
    return std::move(found.item);
  }

  // Returns whether the item was as the span left it.
  Result<bool> write(const ChangedItem& change) {
    const ItemCondition condition = condition_of(change.new_image, change.old_image, *change.key);
    auto done = change.old_image ? put(change, condition) : erase(change, condition);
    if (done) return true;
    if (done.error().code == ErrorCode::ConditionalCheckFailedException) return false;
    return unexpected(std::move(done.error()));
  }
  Result<void> put(const ChangedItem& change, const ItemCondition& condition) {
    PARTITA_TRY(persistently([&] {
      return database_.put_item({.table_name = settings_.table,
                                 .item = change.old_image->to_map(),
                                 .condition_expression = condition.text,
                                 .expression_attribute_names = condition.names,
                                 .expression_attribute_values = condition.values});
    }));
    return {};
  }
  Result<void> erase(const ChangedItem& change, const ItemCondition& condition) {
    PARTITA_TRY(persistently([&] {
      return database_.delete_item({.table_name = settings_.table,
                                    .key = change.key->to_map(),
                                    .condition_expression = condition.text,
                                    .expression_attribute_names = condition.names,
                                    .expression_attribute_values = condition.values});
    }));
    return {};
  }

  Result<void> tell(Outcome outcome, const Item& key) {
    const std::lock_guard lock(mutex_);
    ++(outcome == Outcome::Restored  ? progress_.restored
       : outcome == Outcome::Deleted ? progress_.deleted
                                     : progress_.left);
    settings_.on_item({outcome, key});
    return {};
  }

  Database& database_;
  const UndoSettings& settings_;
  UndoProgress& progress_;
  std::mutex mutex_;  // held during on_item
};

bool has_prefix(const Item& key, const std::string& name, const std::string& prefix) {
  if (prefix.empty()) return true;
  const auto value = value::ItemView(key.bytes()).find(name);
  return value && value->type() == AttributeType::S && value->text().starts_with(prefix);
}

// Whether the caller is named: by its ARN, by the name of a user, or by ROLE/SESSION. Whoever takes a role chooses the
// name of the session, so that name alone is not enough.
bool is_named(const std::string& caller, const std::string& name) {
  if (caller == name) return true;
  if (!caller.starts_with("arn:")) return false;
  if (caller.find(":user/") != caller.npos) return caller.ends_with("/" + name) && name.find('/') == name.npos;
  return caller.ends_with(":assumed-role/" + name) || caller.ends_with(":federated-user/" + name) ||
         (name == "root" && caller.ends_with(":root"));
}

// Whether all changes of the item are by the writer that the settings name.
bool is_by_writer(const ChangedItem& change, const UndoSettings& settings, UndoProgress& progress) {
  if (settings.writer.empty()) return true;
  if (change.user_identity) return is_named(change.user_identity->principal_id.value_or(""), settings.writer);
  ++progress.of_several;
  settings.on_item({UndoneItem::Outcome::OfSeveral, *change.key});
  return false;
}

}  // namespace

std::string_view text_of(UndoneItem::Outcome outcome) {
  switch (outcome) {
    case Outcome::Restored:
      return "put back";
    case Outcome::Deleted:
      return "deleted";
    case Outcome::Left:
      return "left";
    case Outcome::OfSeveral:
      return "of several writers";
  }
  return {};
}

Result<void> undo(Database& database, const UndoSettings& settings, UndoProgress& progress) {
  PARTITA_TRY_VALUE(table, transfer::describe(database, settings.table));
  Undo work(database, settings, progress);
  ListChangedItemsRequest request{.table_name = settings.table, .start_time = settings.from, .end_time = settings.to};
  do {
    PARTITA_TRY_VALUE(page, database.list_changed_items(request));
    std::vector<const ChangedItem*> changes;
    for (const ChangedItem& change : page.changed_items)
      if (has_prefix(*change.key, table.key.front().name, settings.key_prefix) &&
          is_by_writer(change, settings, progress))
        changes.push_back(&change);
    std::atomic<std::size_t> next = 0;
    auto done = transfer::run_workers(settings.writers, [&](int, const std::atomic<bool>& is_stopped) -> Result<void> {
      for (std::size_t i = next++; i < changes.size() && !is_stopped; i = next++)
        PARTITA_TRY(work.take_back(*changes[i]));
      return {};
    });
    PARTITA_TRY(std::move(done));
    request.next_token = std::move(page.next_token);
  } while (request.next_token);
  return {};
}

}  // namespace partita::movement
