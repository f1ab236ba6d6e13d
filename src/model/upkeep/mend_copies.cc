#include "model/upkeep/mend_copies.h"

#include <fmt/format.h>

#include "model/copies/find_holders.h"
#include "model/copies/holder_update.h"
#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/reads/row.h"
#include "model/writes/transaction.h"

namespace partita::model {
namespace {

// Holders are read and written in pages of this many.
constexpr std::int64_t kPageHolders = 100;

class MendCopies : public AsyncOperation<Mended>, public std::enable_shared_from_this<MendCopies> {
 public:
  MendCopies(std::shared_ptr<Session> session, Mode mode, const CopyInfo& copy, Done<Mended> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), copy_(copy) {
    for (const CopyInfo& other : caller.session().copies())
      if (have_same_items(copy, other)) copies_.push_back(&other);
  }

  void run_for_source(AttributeMap source) {
    source_key_ = std::move(source);
    rounds();
  }
  void run_for_holder(AttributeMap holder) {
    holder_ = std::move(holder);
    rounds();
  }

  Cost cost = {};

 private:
  using Next = std::function<void(Loop)>;
  using Stored = std::optional<AttributeMap>;

  void rounds() {
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next) { self->begin_round(std::move(next)); }, [self] { self->end(); });
  }

  void begin_round(Next next) {
    ++round_;
    is_disturbed_ = false;
    token_.reset();
    out_.unwritten.clear();
    out_.without_value.clear();
    if (!holder_) return read_source(std::move(next));
    get(*copy_.holder_table, *holder_, next, [this, next](Stored item) {
      if (!item || identify(*copy_.holder_table, *item) != copy_.holder) return next(Loop::Stop);
      auto source = source_of(copy_, *item);
      if (!source) return next(Loop::Stop);
      source_key_ = *std::move(source);
      found_.push_back(*std::move(item));
      read_source(next);
    });
  }

  void read_source(Next next) {
    get_source(next, [this, next](Stored source) {
      if (!source) return next(Loop::Stop);
      source_ = *std::move(source);
      list_readable();
      if (readable_.empty()) return next(Loop::Stop);
      const auto self = shared_from_this();
      repeat(
          caller.mode(), [self](Next next_page) { self->next_page(std::move(next_page)); },
          [self, next] { self->end_round(next); });
    });
  }

  // Leaves out the copies of fields that the source does not have as its entity says.
  void list_readable() {
    readable_.clear();
    for (const CopyInfo* copy : copies_) {
      auto fault = fault_of_source(*copy, source_);
      if (!fault)
        readable_.push_back(copy);
      else
        out_.without_value.push_back({std::string(copy->source->name), source_key_, *std::move(fault)});
    }
  }

  void get_source(const Next& next, std::function<void(Stored)> then) {
    auto key = compose_primary(*copy_.source, source_key_);
    if (!key) return next(Loop::Stop);  // No item can have such a key.
    get(*copy_.source_table, *std::move(key), next, [this, then = std::move(then)](Stored item) {
      if (item && identify(*copy_.source_table, *item) != copy_.source) item.reset();
      then(std::move(item));
    });
  }

  void next_page(Next next) {
    if (error_) return next(Loop::Stop);
    if (holder_) return write_found(std::move(next));
    find_holders(caller.shared_session(), caller.mode(), copy_, source_key_, kPageHolders, token_,
                 [self = shared_from_this(), next = std::move(next)](Result<HolderPage> page) {
                   if (!page) return self->stop(std::move(page.error()), next);
                   add_cost(self->cost, page->cost);
                   self->found_ = std::move(page->items);
                   self->token_ = std::move(page->token);
                   self->write_found(next);
                 });
  }

  void write_found(Next next) {
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next_holder) { self->write_next(std::move(next_holder)); },
        [self, next = std::move(next)] { next(self->token_ && !self->error_ ? Loop::Again : Loop::Stop); });
  }

  void write_next(Next next) {
    if (found_.empty() || error_) return next(Loop::Stop);
    AttributeMap holder = std::move(found_.back());
    found_.pop_back();
    ++out_.compared;
    HolderUpdate update = compare_holder(readable_, source_, std::move(holder));
    AttributeMap key = primary_key_of(*copy_.holder_table, update.stored);
    for (auto& [copy, error] : take_unwritable(caller.session(), copy_, update))
      out_.unwritten.push_back({std::string(copy->holder->name), key, std::move(error)});
    if (update.copies.empty() && !(holder_ && hides_from_source(copy_, update.stored))) return next(Loop::Again);
    auto actions = write_copies(caller.session(), copy_, update);
    if (!actions) return wrote(std::move(key), &actions.error(), next);
    is_disturbed_ = true;  // The source may change before the write.
    if (actions->size() > 1)
      return run_transaction(caller, cost, *actions,
                             [self = shared_from_this(), key, next](const Result<void>& outcome) {
                               self->wrote(key, outcome ? nullptr : &outcome.error(), next);
                             });
    std::string table = caller.session().table_name(*copy_.holder_table);
    call_with_retries(
        shared_from_this(), update_item_request(std::move(actions->front()), std::move(table)),
        Done<UpdateItemResponse>([self = shared_from_this(), key, next](const Result<UpdateItemResponse>& answer) {
          if (answer) add_capacity(self->cost, answer->consumed_capacity);
          self->wrote(key, answer ? nullptr : &answer.error(), next);
        }));
  }

  void wrote(AttributeMap key, const Error* error, const Next& next) {
    const auto blame = error ? blamed(*error) : std::nullopt;
    if (!error)
      ++out_.written;
    else if (error->code == ErrorCode::ConditionalCheckFailedException ||
             (blame && blame->code == "ConditionalCheckFailed"))
      is_refused_ = true;
    else if (concerns_one_item(error->code))
      out_.unwritten.push_back({std::string(copy_.holder->name), std::move(key), *error});
    else
      return stop(*error, next);
    next(Loop::Again);
  }

  void end_round(const Next& next) {
    if (error_ || !is_disturbed_) return next(Loop::Stop);
    if (std::exchange(is_refused_, false)) return again(next);
    get_source(next, [this, next](Stored source) {
      if (!source) return next(Loop::Stop);
      for (const CopyInfo* copy : copies_)
        if (value_of(*copy->source, copy->source_field, *source) !=
            value_of(*copy->source, copy->source_field, source_))
          return again(next);
      next(Loop::Stop);
    });
  }

  void again(const Next& next) {
    if (round_ >= caller.session().options().read_first_attempts)
      return stop({ErrorCode::TransactionConflictException,
                   fmt::format("{}: another writer changed the source of {} or an item with that copy in each of {} "
                               "rounds of comparing them",
                               copy_.holder->name, copy_field(copy_).name, round_),
                   {},
                   {}},
                  next);
    const auto delay = caller.session().back_off(round_);
    caller.after(delay.value_or(std::chrono::milliseconds(0)), [next] { next(Loop::Again); });
  }

  void get(const TableInfo& table, AttributeMap key, const Next& next, std::function<void(Stored)> then) {
    GetItemRequest request;
    request.table_name = caller.session().table_name(table);
    request.key = std::move(key);
    request.consistent_read = true;
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    call_with_retries(shared_from_this(), std::move(request),
                      Done<GetItemResponse>([self = shared_from_this(), next, then](Result<GetItemResponse> answer) {
                        if (!answer) return self->stop(std::move(answer.error()), next);
                        add_capacity(self->cost, answer->consumed_capacity);
                        self->cost.evaluated += answer->item ? 1 : 0;
                        then(answer->item && !answer->item->empty() ? Stored(answer->item->to_map()) : std::nullopt);
                      }));
  }

  void stop(Error error, const Next& next) {
    error_ = std::move(error);
    next(Loop::Stop);
  }

  void end() {
    if (error_) return finish(unexpected(*std::move(error_)));
    out_.cost = cost;
    finish(std::move(out_));
  }

  const CopyInfo& copy_;
  std::vector<const CopyInfo*> copies_;
  std::vector<const CopyInfo*> readable_;  // those for which this round's source gives a value
  AttributeMap source_key_;                // the fields of the source's primary key
  std::optional<AttributeMap> holder_;     // the primary key of the only holder to compare
  AttributeMap source_;                    // as this round read it
  std::vector<AttributeMap> found_;        // holders that are not compared yet
  std::optional<std::string> token_;
  int round_ = 0;
  bool is_disturbed_ = false;  // a copy was written, or was to be written, in this round
  bool is_refused_ = false;    // a holder changed in this round
  std::optional<Error> error_;
  Mended out_;
};

}  // namespace

bool concerns_one_item(ErrorCode code) {
  return code == ErrorCode::ConditionalCheckFailedException || code == ErrorCode::TransactionCanceledException ||
         code == ErrorCode::TransactionConflictException || code == ErrorCode::ValidationException ||
         code == ErrorCode::ItemCollectionSizeLimitExceededException;
}

void mend_source(const std::shared_ptr<Session>& session, Mode mode, const CopyInfo& copy, AttributeMap source,
                 Done<Mended> done) {
  std::make_shared<MendCopies>(session, mode, copy, std::move(done))->run_for_source(std::move(source));
}

void mend_holder(const std::shared_ptr<Session>& session, Mode mode, const CopyInfo& copy, AttributeMap holder,
                 Done<Mended> done) {
  std::make_shared<MendCopies>(session, mode, copy, std::move(done))->run_for_holder(std::move(holder));
}

}  // namespace partita::model
