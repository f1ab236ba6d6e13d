#include "model/tables/create_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/model/runtime/session.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/table_difference.h>

#include <algorithm>

#include "base/contains.h"
#include "model/core/retry.h"
#include "model/tables/missing_index.h"

namespace partita::model {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstDelay{10};
constexpr milliseconds kLongestDelay{5'000};
constexpr milliseconds kLongestWait = std::chrono::minutes(30);

// True if all of these indexes are ACTIVE or on their way out.
template <class Index>
bool are_active(const OptionalList<Index>& indexes) {
  return !indexes || std::ranges::all_of(*indexes, [](const Index& index) {
    return !index.index_status || *index.index_status == IndexStatus::Active ||
           *index.index_status == IndexStatus::Deleting;
  });
}

bool is_active(const TableDescription& table) {
  return table.table_status && *table.table_status == TableStatus::Active &&
         are_active(table.global_secondary_indexes) && are_active(table.vector_indexes);
}

bool is_going(const TableDescription& table) {
  return table.table_status && *table.table_status == TableStatus::Deleting;
}

// Describes the table until it exists, is ACTIVE and is complete. Creates the table if it is missing, and adds its
// missing parts, because a program that ended early may have left it incomplete.
class CreateTable : public AsyncOperation<bool>, public std::enable_shared_from_this<CreateTable> {
 public:
  CreateTable(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, CreateTableRequest wanted,
              Done<bool> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), table_(table), request_(std::move(wanted)) {}

  void start(Result<std::optional<std::string>> ttl) {
    if (!ttl) return finish(unexpected(std::move(ttl.error())));
    ttl_ = std::move(*ttl);
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](auto next) { self->describe(std::move(next)); }, [self] { self->end(); });
  }

 private:
  using Next = std::function<void(Loop)>;

  void describe(Next next) {
    caller.call(DescribeTableRequest{request_.table_name},
                [self = shared_from_this(), next = std::move(next)](Result<DescribeTableResponse> answer) mutable {
                  if (!answer && self->failures_.passes(self->caller, answer.error(), [next] { next(Loop::Again); }))
                    return;
                  self->failures_.forget();
                  self->described(std::move(answer), std::move(next));
                });
  }

  void described(Result<DescribeTableResponse> answer, Next next) {
    if (!answer) {
      if (answer.error().code != ErrorCode::ResourceNotFoundException) return stop(std::move(answer.error()), next);
      // A description may lag behind the creation, so a table that was just created is not created again.
      return created_ ? wait(std::move(next)) : create(std::move(next));
    }
    TableDescription& table = answer->table;
    leave_out_other_indexes(table);
    if (is_going(table)) return wait(std::move(next));
    const auto missing = missing_indexes(request_, table);
    if (const auto found = lasting_differences(missing, table); !found.empty())
      return stop({ErrorCode::ValidationException,
                   fmt::format("Table {} differs from the model: {}", *request_.table_name, fmt::join(found, "; ")),
                   {},
                   {}},
                  next);
    if (!is_active(table)) return wait(std::move(next));
    if (!missing.empty()) return add_index(missing.front(), table, std::move(next));
    if (!ttl_) return next(Loop::Stop);
    created_ ? enable_ttl(std::move(next)) : check_ttl(std::move(next));
  }

  // An index that the model does not have belongs to another program, such as a newer version, and does no harm.
  void leave_out_other_indexes(TableDescription& table) const {
    const auto has = [](const auto& indexes, const OptionalString& name) {
      return indexes &&
             std::any_of(indexes->begin(), indexes->end(), [&](const auto& index) { return index.index_name == name; });
    };
    const auto is_other = [&](const auto& index) {
      return !has(request_.global_secondary_indexes, index.index_name) &&
             !has(request_.local_secondary_indexes, index.index_name) &&
             !has(request_.vector_indexes, index.index_name);
    };
    if (table.global_secondary_indexes) std::erase_if(*table.global_secondary_indexes, is_other);
    if (table.local_secondary_indexes) std::erase_if(*table.local_secondary_indexes, is_other);
    if (table.vector_indexes) std::erase_if(*table.vector_indexes, is_other);
  }

  // All differences, or an empty list if every difference is an index that can be added or is still being deleted.
  std::vector<std::string> lasting_differences(const std::vector<std::string>& missing,
                                               const TableDescription& table) const {
    CreateTableRequest without = request_;
    const auto leave_out = [&](auto& wanted, const auto& there) {
      if (!wanted) return;
      std::erase_if(*wanted, [&](const auto& index) {
        if (base::contains(missing, *index.index_name)) return true;
        return std::ranges::any_of(*there, [&](const auto& other) {
          return other.index_name == index.index_name && other.index_status &&
                 *other.index_status == IndexStatus::Deleting;
        });
      });
    };
    leave_out(without.global_secondary_indexes, table.global_secondary_indexes);
    leave_out(without.vector_indexes, table.vector_indexes);
    if (differences(without, table).empty()) return {};
    return differences(request_, table);
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

  // ---- an index that is missing

  void add_index(const std::string& index, const TableDescription& table, Next next) {
    UpdateTableRequest request = add_index_request(request_, index, table);
    if (is_empty_ || !has_keys_of_its_own(table_, table_.at(table_.index(index))))
      return update_table(std::move(request), std::move(next));
    ScanRequest scan;
    scan.table_name = request_.table_name;
    scan.limit = 1;
    scan.consistent_read = true;
    caller.call(std::move(scan), [self = shared_from_this(), name = index, request = std::move(request),
                                  next = std::move(next)](Result<ScanResponse> answer) mutable {
      if (!answer) return self->stop(std::move(answer.error()), next);
      if (answer->items && !answer->items->empty()) return self->stop(self->lacks_keys(name), next);
      self->is_empty_ = true;
      self->update_table(std::move(request), std::move(next));
    });
  }

  Error lacks_keys(const std::string& index) const {
    return {ErrorCode::ValidationException,
            fmt::format("Table {0} lacks the index {1}, and its items may lack the keys of that index, so that queries "
                        "would not find them: db.upgrade() adds the index and gives the items its keys",
                        *request_.table_name, index),
            {},
            {}};
  }

  void update_table(UpdateTableRequest request, Next next) {
    caller.call(std::move(request),
                [self = shared_from_this(), next = std::move(next)](Result<UpdateTableResponse> answer) mutable {
                  // Another program may be changing the table, so the next description shows the remaining work.
                  if (!answer && answer.error().code != ErrorCode::ResourceInUseException &&
                      answer.error().code != ErrorCode::LimitExceededException)
                    return self->stop(std::move(answer.error()), next);
                  self->wait(std::move(next));
                });
  }

  // ---- time to live

  void check_ttl(Next next) {
    caller.call(DescribeTimeToLiveRequest{request_.table_name},
                [self = shared_from_this(), next = std::move(next)](Result<DescribeTimeToLiveResponse> answer) mutable {
                  if (!answer) return self->stop(std::move(answer.error()), next);
                  self->ttl_described(answer->time_to_live_description, std::move(next));
                });
  }

  void ttl_described(const TimeToLiveDescription& there, Next next) {
    const bool is_on = there.time_to_live_status && (*there.time_to_live_status == TimeToLiveStatus::Enabled ||
                                                     *there.time_to_live_status == TimeToLiveStatus::Enabling);
    if (is_on && there.attribute_name == ttl_) return next(Loop::Stop);
    if (is_on)
      return stop({ErrorCode::ValidationException,
                   fmt::format("Table {} differs from the model: time to live: the model has it by {}, the table by {}",
                               *request_.table_name, *ttl_, there.attribute_name.value_or("no attribute")),
                   {},
                   {}},
                  next);
    if (there.time_to_live_status && *there.time_to_live_status == TimeToLiveStatus::Disabling)
      return wait(std::move(next));
    enable_ttl(std::move(next));
  }

  void enable_ttl(Next next) {
    UpdateTimeToLiveRequest request{request_.table_name, TimeToLiveSpecification{true, ttl_}};
    caller.call(std::move(request),
                [self = shared_from_this(), next = std::move(next)](Result<UpdateTimeToLiveResponse> answer) mutable {
                  if (answer) return next(Loop::Stop);
                  // Another program may have just enabled it.
                  if (!std::exchange(self->ttl_refused_, true)) return self->check_ttl(std::move(next));
                  self->stop(std::move(answer.error()), next);
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
    if (error_) return finish(unexpected(std::move(*error_)));
    finish(created_);
  }

  const TableInfo& table_;
  const CreateTableRequest request_;
  std::optional<std::string> ttl_;
  bool created_ = false;
  Failures failures_ = {};
  bool is_empty_ = false;     // a scan found no item in the table
  bool ttl_refused_ = false;  // once
  milliseconds delay_ = kFirstDelay;
  milliseconds waited_{0};
  std::optional<Error> error_;
};

}  // namespace

void create_table_if_missing(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                             Done<bool> done) {
  create_table_as(session, mode, table, create_table_request(*session, table), std::move(done));
}

void create_table_as(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                     CreateTableRequest wanted, Done<bool> done) {
  std::make_shared<CreateTable>(session, mode, table, std::move(wanted), std::move(done))->start(ttl_attribute(table));
}

}  // namespace partita::model
