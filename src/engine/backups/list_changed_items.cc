// ListChangedItems, an operation that the service lacks.
#include <algorithm>
#include <memory>

#include "base/try.h"
#include "engine/backups/item_changes.h"
#include "engine/backups/writer_identity.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/history/changed_items.h"
#include "engine/history/entry.h"
#include "engine/operations.h"
#include "engine/pages/roomed_read.h"
#include "engine/statements/next_token.h"
#include "engine/streams/shards.h"
#include "engine/threads/on_executor.h"
#include "ops/prepare.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

// The bytes that an element counts besides its images, so that a page of small ones is bounded too.
constexpr std::size_t kChangedItemBytes = 200;
// The items that a page looks at. A page may have fewer, because items that came and went are left out.
constexpr std::size_t kChangedItemsOfPage = 10'000;

std::string binding_of(const catalog::TableInfo& table, const ops::PreparedChanges& wanted) {
  const auto text = [](const std::optional<std::int64_t>& ms) { return ms ? std::to_string(*ms) : "-"; };
  return token_binding(
      {"ListChangedItems", table.uuid, std::to_string(table.history->id), text(wanted.from_ms), text(wanted.below_ms)});
}

std::optional<Item> image_of(const std::optional<std::string>& bytes) {
  if (!bytes) return std::nullopt;
  const auto owner = std::make_shared<const std::string>(*bytes);
  return Item(owner, *owner);
}

Item key_of(const catalog::TableInfo& table, const ChangedItems& at) {
  const value::ItemView item(at.new_image() ? *at.new_image() : *at.old_image());
  AttributeMap key;
  append_key_attributes(table.keys, item, key);
  return Item(key);
}

Result<ListChangedItemsResponse> list_changed_items_now(const Context& context,
                                                        const ListChangedItemsRequest& request) {
  PARTITA_TRY_VALUE(prepared, ops::prepare(request));
  PARTITA_TRY(check_arn(context, *request.table_name, "ListChangedItems"));
  // All numbers below it are in the snapshot.
  const SequenceNumber settled = context.numbers.settled_below();
  const auto snapshot = context.store.snapshot();
  PARTITA_TRY_VALUE(table, table_for_items(context, prepared.table));
  PARTITA_TRY_VALUE(span, wanted_span(context, *table, prepared.changes));
  span.below = std::min(span.below, settled);
  const std::string binding = binding_of(*table, prepared.changes);
  std::string after;
  if (request.next_token) {
    PARTITA_TRY_VALUE(place, place_of(*request.next_token, binding));
    // The span ends as it did for the first page.
    span.below = std::min(span.below, static_cast<SequenceNumber>(place.range));
    if (place.last_key) {
      PARTITA_TRY_VALUE(key, key_of_key(*table, *place.last_key));
      after = keys::suffix_of(key);
    }
  }
  ListChangedItemsResponse response;
  if (span.from >= span.below) return response;
  ChangedItems items(context.store, *snapshot,
                     {.table = table->id, .history = table->history->id, .moment = span.below}, span.from,
                     day_of(settled) + 1, after);
  std::size_t bytes = 0;
  for (;;) {
    PARTITA_TRY_VALUE(more, items.next());
    if (!more) return response;
    bytes += kChangedItemBytes;
    for (const auto* image : {&items.old_image(), &items.new_image()})
      if (*image) bytes += value::item_size_bytes(value::ItemView(**image));
    const std::size_t count = response.changed_items.size();
    if (count > 0 && (bytes > limits::kPageBytes || count == prepared.limit || count == kChangedItemsOfPage)) {
      response.next_token =
          next_token(binding, {.range = span.below, .last_key = response.changed_items.back().key->to_map()});
      return response;
    }
    ChangedItem& out = response.changed_items.emplace_back();
    out.key = key_of(*table, items);
    out.old_image = image_of(items.old_image());
    out.new_image = image_of(items.new_image());
    if (const auto* originator = items.originator())
      out.user_identity = identity_of(originator->by, originator->writer);
    out.sequence_number = sequence_number_text(items.changed());
    out.change_date_time = static_cast<double>(time_of(items.changed())) / 1000;
  }
}

// A request that waits for room. Its completion must not be copied.
struct RunningChangesList {
  RunningChangesList(ListChangedItemsRequest request_of, Completion<ListChangedItemsResponse> done_of)
      : request(std::move(request_of)), done(std::move(done_of)) {}
  const ListChangedItemsRequest request;
  const Completion<ListChangedItemsResponse> done;
};

}  // namespace

void list_changed_items(Context& context, ListChangedItemsRequest request, MayWait may_wait,
                        Completion<ListChangedItemsResponse> done) {
  if (may_wait == MayWait::Yes) return done(list_changed_items_now(context, request));
  const auto running = std::make_shared<RunningChangesList>(std::move(request), std::move(done));
  context.executor.post([&context, running] {
    const auto read = [&context, running](WriteRoom::Share&) {
      running->done(list_changed_items_now(context, running->request));
    };
    RoomedRead::start(context, limits::kPageBytes, read,
                      [&running](Error error) { running->done(unexpected(std::move(error))); });
  });
}

}  // namespace partita::engine
