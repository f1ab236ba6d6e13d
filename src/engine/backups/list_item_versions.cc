// ListItemVersions, an operation that the service lacks.
#include <algorithm>
#include <memory>

#include "base/try.h"
#include "engine/backups/item_changes.h"
#include "engine/backups/writer_identity.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/items/read_item.h"
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

// The bytes that a version counts besides its item, so that a page of deletions is bounded too.
constexpr std::size_t kVersionBytes = 100;

std::string time_in_token(const std::optional<std::int64_t>& ms) { return ms ? std::to_string(*ms) : "-"; }

// A token is bound to all that decides which versions follow.
std::string binding_of(const catalog::TableInfo& table, const ItemChanges& changes,
                       const ops::PreparedChanges& wanted) {
  return token_binding({"ListItemVersions", table.uuid, std::to_string(changes.history), changes.suffix,
                        wanted.forward ? "forward" : "back", time_in_token(wanted.from_ms),
                        time_in_token(wanted.below_ms)});
}

// Leaves out the changes of the pages before. A token has the number of the last version of its page, and 0 if this was
// the item before all changes.
Result<void> go_on(const std::string& token, std::string_view binding, bool forward, ItemChanges& changes) {
  PARTITA_TRY_VALUE(place, place_of(token, binding));
  const SequenceNumber last = place.range;
  if (forward)
    changes.from = std::max(changes.from, last + 1);
  else
    changes.below = std::clamp(last, changes.from, changes.below);
  changes.below = std::max(changes.below, changes.from);
  return {};
}

ItemVersion shape(const ItemVersions& at, const std::optional<expr::Projection>& projection) {
  ItemVersion version;
  if (at.number() != 0) {
    version.sequence_number = sequence_number_text(at.number());
    version.change_date_time = static_cast<double>(time_of(at.number())) / 1000;
  }
  if (at.item()) {
    const auto bytes = std::make_shared<std::string>(*at.item());
    version.item = projected_item({bytes, *bytes}, projection);
  }
  version.user_identity = identity_of(at.by(), at.writer());
  return version;
}

Result<ListItemVersionsResponse> list_item_versions_now(const Context& context,
                                                        const ListItemVersionsRequest& request) {
  PARTITA_TRY_VALUE(prepared, ops::prepare(request));
  PARTITA_TRY(check_arn(context, *request.table_name, "ListItemVersions"));
  const auto snapshot = context.store.snapshot();
  PARTITA_TRY_VALUE(table, table_for_items(context, prepared.table));
  if (prepared.projection) PARTITA_TRY(check_scalar_keys(*table, prepared.projection->nested_names()));
  PARTITA_TRY_VALUE(changes, wanted_changes(context, *table, prepared.changes));
  const bool forward = prepared.changes.forward;
  const std::string binding = binding_of(*table, changes, prepared.changes);
  if (request.next_token) PARTITA_TRY(go_on(*request.next_token, binding, forward, changes));

  ListItemVersionsResponse response;
  ItemVersions versions = versions_of(context, *snapshot, std::move(changes),
                                      forward ? storage::Direction::Forward : storage::Direction::Reverse);
  std::size_t bytes = 0;
  SequenceNumber last = 0;
  for (;;) {
    PARTITA_TRY_VALUE(more, versions.next());
    if (!more) break;
    const bool is_before_all = versions.number() == 0;
    if (is_before_all && (!versions.item() || (forward && request.next_token))) continue;
    bytes += kVersionBytes;
    if (versions.item()) bytes += value::item_size_bytes(value::ItemView(*versions.item()));
    const std::size_t count = response.versions.size();
    if (count > 0 && (bytes > limits::kPageBytes || count == prepared.limit)) {
      response.next_token = next_token(binding, {.range = last, .last_key = std::nullopt});
      break;
    }
    response.versions.push_back(shape(versions, prepared.projection));
    last = versions.number();
  }
  return response;
}

// A request that waits for room. Its completion must not be copied.
struct RunningList {
  RunningList(ListItemVersionsRequest request_of, Completion<ListItemVersionsResponse> done_of)
      : request(std::move(request_of)), done(std::move(done_of)) {}
  const ListItemVersionsRequest request;
  const Completion<ListItemVersionsResponse> done;
};

}  // namespace

void list_item_versions(Context& context, ListItemVersionsRequest request, MayWait may_wait,
                        Completion<ListItemVersionsResponse> done) {
  if (may_wait == MayWait::Yes) return done(list_item_versions_now(context, request));
  const auto running = std::make_shared<RunningList>(std::move(request), std::move(done));
  context.executor.post([&context, running] {
    const auto read = [&context, running](WriteRoom::Share&) {
      running->done(list_item_versions_now(context, running->request));
    };
    RoomedRead::start(context, limits::kPageBytes, read,
                      [&running](Error error) { running->done(unexpected(std::move(error))); });
  });
}

}  // namespace partita::engine
