#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/model/runtime.h>
#include <partita/table_difference.h>

#include <algorithm>

#include "model/caller.h"

namespace partita::model {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstDelay{10};
constexpr milliseconds kLongestDelay{5'000};
constexpr milliseconds kLongestWait = std::chrono::minutes(30);

bool is_active(const TableDescription& table) {
  if (!table.table_status || *table.table_status != TableStatus::Active) return false;
  if (!table.global_secondary_indexes) return true;
  return std::all_of(table.global_secondary_indexes->begin(), table.global_secondary_indexes->end(),
                     [](const auto& index) {
                       return !index.index_status || *index.index_status == IndexStatus::Active ||
                              *index.index_status == IndexStatus::Deleting;
                     });
}

bool is_going(const TableDescription& table) {
  return table.table_status && *table.table_status == TableStatus::Deleting;
}

// Describes the table until it is there and ACTIVE; creates it where there is none.
class CreateTable : public Operation<bool>, public std::enable_shared_from_this<CreateTable> {
 public:
  CreateTable(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, Done<bool> when_done)
      : Operation(std::move(session), mode, std::move(when_done)),
        request_(create_table_request(caller.session(), table)) {}

  void start(Result<std::optional<std::string>> ttl) {
    if (!ttl) return finish(tl::unexpected(std::move(ttl.error())));
    ttl_ = std::move(*ttl);
    const auto self = shared_from_this();
    repeat([self](auto next) { self->describe(std::move(next)); }, [self] { self->end(); });
  }

 private:
  using Next = std::function<void(Loop)>;

  void describe(Next next) {
    caller.call(DescribeTableRequest{request_.table_name},
                [self = shared_from_this(), next = std::move(next)](Result<DescribeTableResponse> answer) mutable {
                  self->described(std::move(answer), std::move(next));
                });
  }

  void described(Result<DescribeTableResponse> answer, Next next) {
    if (!answer) {
      if (answer.error().code != ErrorCode::ResourceNotFoundException) return stop(std::move(answer.error()), next);
      // A description may lag behind the creation.
      return created_ ? wait(std::move(next)) : create(std::move(next));
    }
    const TableDescription& table = answer->table;
    if (is_going(table)) return wait(std::move(next));
    if (const auto found = differences(request_, table); !found.empty())
      return stop({ErrorCode::ValidationException,
                   fmt::format("Table {} is not what the model says: {}", *request_.table_name, fmt::join(found, "; ")),
                   {},
                   {}},
                  next);
    if (!is_active(table)) return wait(std::move(next));
    if (!created_ || !ttl_) return next(Loop::Stop);
    enable_ttl(std::move(next));
  }

  void create(Next next) {
    caller.call(request_,
                [self = shared_from_this(), next = std::move(next)](Result<CreateTableResponse> answer) mutable {
                  if (answer)
                    self->created_ = true;
                  else if (answer.error().code != ErrorCode::ResourceInUseException)
                    return self->stop(std::move(answer.error()), next);
                  self->wait(std::move(next));
                });
  }

  void enable_ttl(Next next) {
    UpdateTimeToLiveRequest request{request_.table_name, TimeToLiveSpecification{true, ttl_}};
    caller.call(std::move(request),
                [self = shared_from_this(), next = std::move(next)](Result<UpdateTimeToLiveResponse> answer) {
                  if (!answer) return self->stop(std::move(answer.error()), next);
                  next(Loop::Stop);
                });
  }

  void wait(Next next) {
    if (waited_ >= kLongestWait)
      return stop({ErrorCode::ServiceUnavailable,
                   fmt::format("Table {} has not become ACTIVE in {} minutes", *request_.table_name,
                               std::chrono::duration_cast<std::chrono::minutes>(kLongestWait).count()),
                   {},
                   {}},
                  next);
    const milliseconds delay = delay_;
    waited_ += delay;
    delay_ = std::min(delay_ * 2, kLongestDelay);
    caller.after(delay, [next = std::move(next)] { next(Loop::Again); });
  }

  void stop(Error error, const Next& next) {
    error_ = std::move(error);
    next(Loop::Stop);
  }

  void end() {
    if (error_) return finish(tl::unexpected(std::move(*error_)));
    finish(created_);
  }

  const CreateTableRequest request_;
  std::optional<std::string> ttl_;
  bool created_ = false;
  milliseconds delay_ = kFirstDelay;
  milliseconds waited_{0};
  std::optional<Error> error_;
};

}  // namespace

void create_table_if_missing(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                             Done<bool> done) {
  std::make_shared<CreateTable>(session, mode, table, std::move(done))->start(ttl_attribute(table));
}

}  // namespace partita::model
