// One write on its way: read where needed, plan, send, judge the answer, try again.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "model/caller.h"
#include "model/unique_takeover.h"
#include "model/write_plan.h"

namespace partita::model {

class SingleWrite : public Operation<WriteAnswer>, public std::enable_shared_from_this<SingleWrite> {
 public:
  SingleWrite(std::shared_ptr<Session> session, Mode mode, WriteRequest request, Done<WriteAnswer> done);
  void run();

  Cost cost = {};

 private:
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

  // Reads the owner of the value that `claim` found taken, and plans anew if that has expired.
  void look_at_owner(const WriteAction& claim, AttributeMap owner_key);

  // Without what was known of earlier owners, which has changed.
  void claim_again();
  bool may_claim_again() const;

  // After an attempt whose outcome is not known.
  void find_out(Error error);
  void judge(Error error, const std::optional<Item>& item);
  // Later, unless the attempts are used up: then the operation ends with `error`.
  void again(Error error);
  void plan_again();

  // `old`: as the database gave it back.
  void succeed(std::optional<AttributeMap> attributes, std::optional<AttributeMap> old = {});
  std::optional<Row> row_of(std::optional<AttributeMap> attributes) const;
  void fail_with(Error error) { finish(unexpected(std::move(error))); }
  GetItemRequest get_item_request() const;

  WriteRequest request_;
  StoredItem stored_;
  bool has_read_ = false;
  std::vector<Takeover> takeovers_;
  int claims_ = 1;  // since the last time that nothing was known of earlier owners
  int plans_ = 0;
  WritePlan plan_;
  int attempts_ = 0;              // to send this plan
  bool outcome_unknown_ = false;  // of an attempt to send this plan
};

}  // namespace partita::model
