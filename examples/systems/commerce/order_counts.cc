#include "commerce/order_counts.h"

#include <chrono>
#include <map>

namespace commerce {
namespace {

using namespace partita;
using namespace pt::literals;

constexpr const char* kHandler = "orders per day and status";
// A transaction writes up to 100 items: two counts for each change, and the checkpoint.
constexpr int kMostChanges = 49;
constexpr int kStatuses = 8;

pt::date day_of(const Order& order) {
  return pt::date::from(std::chrono::floor<std::chrono::days>(order.createdAt.time())).value();
}

}  // namespace

partita::Result<OrderCounter> OrderCounter::start(std::shared_ptr<partita::Database> database) {
  const Db db(std::move(database));
  if (auto made = db.create_table_if_missing().run(); !made) return partita::unexpected(made.error());
  if (auto enabled = db.enable_stream<Commerce>().run(); !enabled) return partita::unexpected(enabled.error());
  const auto created = db.create(Checkpoint{kHandler, ""}).run();
  if (!created && created.error().code != ErrorCode::ConditionalCheckFailedException)
    return partita::unexpected(created.error());
  auto stored = db.get<CheckpointE>("handler"_f = kHandler).consistent().run();
  if (!stored) return partita::unexpected(stored.error());
  Checkpoint checkpoint = stored->value();
  const bool is_new = checkpoint.position.empty();
  auto feed =
      db.subscribe<Commerce>(is_new ? pt::ChangesFrom() : pt::changes_after(checkpoint.position), kMostChanges).run();
  if (!feed) return partita::unexpected(feed.error());
  return OrderCounter(db, std::move(checkpoint), std::move(*feed));
}

partita::Result<void> OrderCounter::count_next() {
  const auto changes = feed_.next().run();
  if (!changes) return partita::unexpected(changes.error());
  return count(*changes);
}

partita::Result<void> OrderCounter::count(const std::vector<pt::change<Commerce>>& changes) {
  std::map<std::pair<pt::date, OrderStatus>, std::int64_t> more;
  for (const pt::change<Commerce>& change : changes) {
    if (const Order* order = change.before<Order>()) --more[{day_of(*order), order->status}];
    if (const Order* order = change.after<Order>()) ++more[{day_of(*order), order->status}];
  }
  if (changes.empty()) return {};
  const std::string& last = changes.back().checkpoint;
  std::vector<partita::Result<pt::WriteRequest>> writes = {
      db_.request_of(pt::update<CheckpointE>("handler"_f = checkpoint_.handler)
                         .set("position"_f = last)
                         .when("position"_f == checkpoint_.position))};
  for (const auto& [place, orders] : more)
    if (orders != 0)
      writes.push_back(db_.request_of(
          pt::upsert<StatusCountE>("day"_f = place.first, "status"_f = place.second).increment("orders"_f = orders)));
  auto written = db_.transact(std::move(writes)).run();
  if (!written) return partita::unexpected(written.error());
  checkpoint_.position = last;
  return {};
}

partita::Result<std::vector<StatusCount>> OrderCounter::counts_of(pt::date day) const {
  auto counts = db_.query<CountsOfDay>("day"_f = day).filter("orders"_f != 0).take(kStatuses).run();
  if (!counts) return partita::unexpected(counts.error());
  return std::move(counts->items);
}

}  // namespace commerce
