// batch_write() puts and removes items independently of each other, in chunks.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>

#include "model/core/left_undone.h"
#include "model/core/retry.h"
#include "model/core/same_value.h"
#include "model/plan/kept_members.h"
#include "model/plan/write_plan.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::model {
namespace {

class BatchWrite : public AsyncOperation<BatchOutcome>, public std::enable_shared_from_this<BatchWrite> {
 public:
  BatchWrite(std::shared_ptr<Session> session, Mode mode, std::vector<model::WriteRequest> requests,
             Done<BatchOutcome> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), requests_(std::move(requests)) {}

  void run() {
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (auto added = add(i); !added) return finish(unexpected(std::move(added.error())));
    repeat(
        caller.mode(),
        [self = shared_from_this()](std::function<void(Loop)> next) { self->send_chunk(std::move(next)); },
        [self = shared_from_this()] { self->end(); });
  }

 private:
  struct Write {
    std::string table;
    AttributeMap key;
    partita::WriteRequest request = {};
    std::size_t position = 0;
  };

  static Result<void> check(const model::WriteRequest& request) {
    using Kind = model::WriteRequest::Kind;
    const auto refuse = [&](std::string_view why) {
      return invalid(fmt::format("{}: a batch write {}", request.entity->name, why));
    };
    if (request.kind != Kind::Put && request.kind != Kind::Remove) return refuse("puts and removes only");
    if (request.entity->version != kNone) return refuse("cannot check a version: use write() or transact()");
    if (!request.entity->unique.empty()) return refuse("cannot keep a field unique: use write() or transact()");
    if (!request.given.empty() || request.must_exist || request.read_first ||
        request.condition.kind != Predicate::Kind::None)
      return refuse("has no conditions: use write() or transact()");
    return {};
  }

  Result<void> add(std::size_t position) {
    model::WriteRequest& request = requests_[position];
    const auto at = [&](Error error) {
      error.message = fmt::format("request {}: {}", position, error.message);
      return unexpected(std::move(error));
    };
    if (auto allowed = check(request); !allowed) return at(std::move(allowed.error()));
    if (auto added = add_kept_members(request, now_ms_); !added) return at(std::move(added.error()));
    auto plan = plan_write(request, nullptr, {});
    if (!plan) return at(std::move(plan.error()));
    WriteAction& action = plan->actions.front();
    Write write;
    write.table = caller.session().table_name(*action.table);
    write.key = action.key;
    write.position = position;
    if (action.kind == WriteAction::Kind::Put) {
      if (value::item_size_bytes(action.item) > limits::kItemSizeBytes)
        return at(invalid(fmt::format("{}: the item has {} bytes, and the limit is {}", request.entity->name,
                                      value::item_size_bytes(action.item), limits::kItemSizeBytes))
                      .error());
      write.request.put_request = PutRequest{std::move(action.item)};
    } else {
      write.request.delete_request = DeleteRequest{std::move(action.key)};
    }
    const auto [seen, is_new] = positions_.emplace(item_identity(write.table, write.key), position);
    if (!is_new)
      return invalid(
          fmt::format("requests {} and {} are on the same item: a batch has at most one write for each item, because a "
                      "batch has no order",
                      seen->second, position));
    waiting_.push_back(std::move(write));
    return {};
  }

  // Sends the first writes that wait, as many as a BatchWriteItem may have. Unprocessed writes wait again, before the
  // rest.
  void send_chunk(std::function<void(Loop)> next) {
    if (waiting_.empty()) return next(Loop::Stop);
    const auto end =
        waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(waiting_.size(), limits::kBatchWriteItems));
    chunk_.assign(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    BatchWriteItemRequest request;
    request.request_items.emplace();
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    for (const Write& write : chunk_) of_table(*request.request_items, write.table).push_back(write.request);
    ++outcome_.cost.requests;
    caller.call(std::move(request), Done<BatchWriteItemResponse>([self = shared_from_this(), next = std::move(next)](
                                                                     Result<BatchWriteItemResponse> answer) {
                  self->sent(std::move(answer), next);
                }));
  }

  static std::vector<partita::WriteRequest>& of_table(NamedList<std::vector<partita::WriteRequest>>& tables,
                                                      const std::string& name) {
    for (auto& [table, writes] : tables)
      if (table == name) return writes;
    return tables.emplace_back(name, std::vector<partita::WriteRequest>{}).second;
  }

  void sent(Result<BatchWriteItemResponse> answer, const std::function<void(Loop)>& next) {
    const std::size_t sent = chunk_.size();
    if (answer) take_processed(*answer);
    const std::size_t left = chunk_.size();
    waiting_.insert(waiting_.begin(), std::make_move_iterator(chunk_.begin()), std::make_move_iterator(chunk_.end()));
    if (!answer && !may_succeed_later(answer.error().code)) {
      error_ = std::move(answer.error());
      return next(Loop::Stop);
    }
    last_failure_ = answer ? std::nullopt : std::optional(std::move(answer.error()));
    if (left < sent) attempts_ = 0;
    if (left == 0) return next(Loop::Again);
    const auto delay = caller.session().back_off(++attempts_);
    if (!delay) return next(Loop::Stop);
    caller.after(*delay, [next] { next(Loop::Again); });
  }

  // Removes from the chunk the writes that the database has processed.
  void take_processed(const BatchWriteItemResponse& answer) {
    for (const ConsumedCapacity& consumed : answer.consumed_capacity.value_or(std::vector<ConsumedCapacity>{}))
      outcome_.cost.capacity_units += consumed.capacity_units.value_or(0);
    std::erase_if(chunk_, [&](const Write& write) {
      return std::none_of(answer.unprocessed_items.begin(), answer.unprocessed_items.end(), [&](const auto& table) {
        return table.first == write.table &&
               std::any_of(table.second.begin(), table.second.end(),
                           [&](const partita::WriteRequest& left) { return is_of(left, write.key); });
      });
    });
  }

  static bool is_of(const partita::WriteRequest& request, const AttributeMap& key) {
    const OptionalItem& item = request.put_request ? request.put_request->item : request.delete_request->key;
    return item && std::all_of(key.begin(), key.end(), [&](const Attribute& part) {
             const AttributeValue* value = item->find(part.name);
             return value && same_value(*value, part.value);
           });
  }

  void end() {
    if (!error_ && waiting_.empty()) return finish(std::move(outcome_));
    if (!error_) error_ = left_undone("writes", "undone", waiting_.size(), requests_.size(), attempts_, last_failure_);
    for (const Write& write : waiting_) error_->unfinished.push_back(write.position);
    std::sort(error_->unfinished.begin(), error_->unfinished.end());
    if (waiting_.size() < requests_.size()) error_->message += "; " + written_items();
    finish(unexpected(std::move(*error_)));
  }

  // Returns "the requests 0 to 24, 30 are written; the others are not, or that is not known".
  std::string written_items() const {
    std::string ranges;
    std::size_t from = 0;
    const auto add_until = [&](std::size_t to) {
      if (to > from) ranges += fmt::format("{}{}", ranges.empty() ? "" : ", ", from);
      if (to > from + 1) ranges += fmt::format(" to {}", to - 1);
    };
    for (const std::size_t position : error_->unfinished) {
      add_until(position);
      from = position + 1;
    }
    add_until(requests_.size());
    return fmt::format("the requests {} are written; the others are not written, or their outcome is unknown", ranges);
  }

  std::vector<model::WriteRequest> requests_;
  const std::int64_t now_ms_ = caller.session().now_ms();
  absl::flat_hash_map<std::string, std::size_t> positions_;
  std::vector<Write> waiting_;
  std::vector<Write> chunk_;           // under way
  int attempts_ = 0;                   // consecutive ones without progress
  std::optional<Error> last_failure_;  // of the last request, if it failed as a whole
  std::optional<Error> error_;
  BatchOutcome outcome_;
};

}  // namespace

void batch_write(const std::shared_ptr<Session>& session, Mode mode, std::vector<model::WriteRequest> requests,
                 Done<BatchOutcome> done) {
  std::make_shared<BatchWrite>(session, mode, std::move(requests), std::move(done))->run();
}

}  // namespace partita::model
