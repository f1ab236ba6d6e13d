// SingleWrite carries out one write: it reads if needed, plans, sends, judges the answer and tries again.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "model/copies/prepare_copies.h"
#include "model/core/async_operation.h"
#include "model/plan/write_plan.h"
#include "model/writes/foreign_sentinels.h"
#include "model/writes/unique_takeover.h"

namespace partita::model {

class SingleWrite : public AsyncOperation<WriteAnswer>, public std::enable_shared_from_this<SingleWrite> {
 public:
  SingleWrite(std::shared_ptr<Session> session, Mode mode, WriteRequest request, Done<WriteAnswer> done);
  // Starts the write. Requires: run() is called once.
  void run();

  Cost cost = {};

 private:
  // Reads what the request's copies follow from, and begins with the prepared request.
  void prepare();
  // Does so again after a delay, because a source or a holder has changed since it was read.
  void prepare_again();
  void begin();
  void read_then_plan();
  void plan();
  void send();
  template <class Request>
  void send_alone(Request request);
  void send_transaction();

  void sent_alone(std::optional<Item> returned);
  void sent_transaction();
  void failed_alone(Error error);
  void failed_transaction(Error error);
  void failed_condition_of(const WriteAction& action, const std::optional<Item>& item);

  // Reads the owner of the value that `claim` found taken, and makes a new plan if the owner has expired.
  void look_at_owner(const WriteAction& claim, AttributeMap owner_key);

  // Plans again after a delay without the known takeovers, because the owners have changed since they were read.
  void claim_again();
  bool may_claim_again() const;

  // Reads the item after an attempt whose outcome is not known, and judges by it.
  void find_out(Error error);
  void judge(Error error, const std::optional<Item>& item);
  // Sends the plan again after a delay. If the attempts are used up, the operation ends with `error`.
  void again(Error error);
  void plan_again();

  // `old` is the old item as the database returned it.
  void succeed(std::optional<AttributeMap> attributes, std::optional<AttributeMap> old = {});
  // Compares the copies of a source once more, and ends the operation.
  void end(WriteAnswer answer);
  std::optional<Row> row_of(std::optional<AttributeMap> attributes) const;
  void fail_with(Error error) { finish(unexpected(std::move(error))); }
  GetItemRequest get_item_request() const;

  WriteRequest request_;
  std::optional<WriteRequest> said_;  // the request without its copies, if it concerns any
  PreparedCopies copies_;
  int preparations_ = 0;
  StoredItem stored_;
  bool has_read_ = false;
  std::vector<Takeover> takeovers_;
  ForeignSentinels foreign_;
  int claims_ = 1;  // rounds that began without known owners
  int plans_ = 0;
  WritePlan plan_;
  int attempts_ = 0;              // to send this plan
  bool outcome_unknown_ = false;  // of an attempt to send this plan
};

}  // namespace partita::model
