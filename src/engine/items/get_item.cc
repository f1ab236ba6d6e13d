#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/items/delayed_read.h"
#include "engine/items/now_or_later.h"
#include "engine/items/read_item.h"
#include "engine/operations.h"
#include "engine/throttle/admission.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

struct ResolvedGet {
  ops::PreparedGet prepared;
  catalog::TablePtr table;
  std::string key;
  std::string arn;  // of the table, if the request gives it in the place of the name
};

Result<ResolvedGet> resolve_get(const Context& context, const GetItemRequest& request) {
  PARTITA_TRY_VALUE(prepared, ops::prepare(request));
  PARTITA_TRY(check_arn(context, *request.table_name, "GetItem"));
  PARTITA_TRY_VALUE(table, table_for_items(context, prepared.table));
  PARTITA_TRY_VALUE(key, key_of_key(*table, *prepared.key));
  if (prepared.projection) PARTITA_TRY(check_scalar_keys(*table, prepared.projection->nested_names()));
  context.hot_keys.saw_item(*table, key);
  ResolvedGet get{std::move(prepared), std::move(table), std::move(key), {}};
  if (*request.table_name != get.table->name) get.arn = *request.table_name;
  return get;
}

GetItemResponse shape(const Context& context, const ResolvedGet& get, storage::GetResult stored) {
  const ReadItem read = read_item(std::move(stored), get.prepared.projection);
  GetItemResponse response;
  response.item = read.item;
  if (get.prepared.capacity != ReturnConsumedCapacity::None || context.throttle) {
    Consumption consumption(context.throttle, get.table, get.arn.empty() ? get.table->name : get.arn);
    consumption.add_read(read_units(read.charged_bytes(*get.table), get.prepared.consistent), get.key);
    consumption.charge();
    response.consumed_capacity = consumption.report(get.prepared.capacity);
  }
  return response;
}

}  // namespace

void get_item(Context& context, GetItemRequest request, MayWait may_wait, Completion<GetItemResponse> done) {
  auto get = resolve_get(context, request);
  if (!get) return done(unexpected(std::move(get.error())));
  if (auto admitted = admit_read(context, *get->table, get->key); !admitted)
    return done(unexpected(std::move(admitted.error())));
  auto read = [&context, get = *std::move(get)](MayWait this_time) -> Result<std::optional<GetItemResponse>> {
    const auto state = table_state(context, get.prepared.consistent);
    PARTITA_TRY_VALUE(stored,
                      context.store.get(get.key, {.snapshot = state.get(), .no_wait = this_time == MayWait::No}));
    if (stored.state == storage::ReadState::NotCached) return std::nullopt;
    return shape(context, get, std::move(stored));
  };
  now_or_later<GetItemResponse>(context, may_wait, std::move(read), std::move(done));
}

}  // namespace partita::engine
