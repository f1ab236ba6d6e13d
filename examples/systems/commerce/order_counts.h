// Orders per day and status: an aggregate that a handler of the shop's stream keeps in a table of its own.
//
// The handler writes the counts and its checkpoint in one transaction, which is refused if another handler was there
// first. So each change counts exactly once, wherever a handler ends, and the counts of a deleted table are made again
// from the stream's 24 hours.
#pragma once

#include <memory>
#include <vector>

#include "commerce/model.h"

namespace commerce {

// The number of orders that were created on a day and are in a status now.
struct StatusCount {
  pt::date day;
  OrderStatus status = OrderStatus::CREATED;
  std::int64_t orders = 0;
  friend bool operator==(const StatusCount&, const StatusCount&) = default;
};
BOOST_DESCRIBE_STRUCT(StatusCount, (), (day, status, orders))

// The place of a handler in the stream: the last change that it has counted.
struct Checkpoint {
  std::string handler, position;
};
BOOST_DESCRIBE_STRUCT(Checkpoint, (), (handler, position))

struct StatusCountE : pt::entity<StatusCount, "STATUS_COUNT", pt::key<"DAY#{day}", "STATUS#{status}">> {};
struct CheckpointE : pt::entity<Checkpoint, "CHECKPOINT", pt::key<"HANDLER#{handler}", "CHECKPOINT">> {};
struct OrderCounts : pt::table<"commerce_order_counts", pt::primary<"PK", "SK">, pt::holds<StatusCountE, CheckpointE>> {
};

using CountsOfDay = pt::pattern<"Orders of a day by status", StatusCountE, pt::by<"day">>;

// Keeps the counts. Each function can return the errors of the database.
class OrderCounter {
 public:
  // Creates the table of counts and enables the shop's stream if they are missing, and goes on after the checkpoint.
  // Errors: TrimmedDataAccessException if the handler was away for more than 24 hours.
  static partita::Result<OrderCounter> start(std::shared_ptr<partita::Database> database);
  // Waits for the next changes of the shop and counts them. Errors: ConditionalCheckFailedException if another handler
  // has counted them, after which this one must start again.
  partita::Result<void> count_next();
  // The counts of a day that are not 0, by status.
  partita::Result<std::vector<StatusCount>> counts_of(pt::date day) const;

 private:
  using Db = pt::db<Commerce, OrderCounts>;

  OrderCounter(Db db, Checkpoint checkpoint, pt::changes<Commerce> feed)
      : db_(std::move(db)), checkpoint_(std::move(checkpoint)), feed_(std::move(feed)) {}
  partita::Result<void> count(const std::vector<pt::change<Commerce>>& changes);

  Db db_;
  Checkpoint checkpoint_;
  pt::changes<Commerce> feed_;
};

}  // namespace commerce
