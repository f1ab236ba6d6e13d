#include <atomic>
#include <memory>

#include "base/late_wakes.h"
#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/commit/write_set.h"
#include "engine/items/delayed_read.h"
#include "engine/items/key_set.h"
#include "engine/items/read_ahead.h"
#include "engine/items/read_item.h"
#include "engine/operations.h"
#include "engine/pages/answer_limit.h"
#include "engine/pages/roomed_read.h"
#include "engine/statements/statement_table.h"
#include "engine/statements/statement_write.h"
#include "engine/threads/executor.h"
#include "engine/threads/write_room.h"
#include "engine/throttle/allowance.h"
#include "keys/key_space.h"
#include "partiql/prepare.h"
#include "value/size.h"

namespace partita::engine {
namespace {

using BatchDone = Completion<BatchExecuteStatementResponse>;

constexpr std::string_view kBatchKeyRule =
    "Select statements within BatchExecuteStatement must specify the primary key in the where clause.";

struct BatchMember {
  StatementWrite write;           // the statement, with the key of one that writes
  std::optional<ItemRead> read;   // of a SELECT
  std::optional<ItemWrite> item;  // of another statement, until it is carried out
  BatchStatementResponse response;
  // The capacity units. The others are zero.
  catalog::TablePtr table;
  std::string key;
  double read_units = 0;
  WriteUnits write_units;
  double failed_units = 0;

  // The table's name or ARN, as the statement has it.
  const std::string& given() const { return write.statement.statement->table; }
};

struct RunningBatch {
  BatchExecuteStatementRequest request;
  partiql::PreparedBatchExecute prepared;
  std::vector<BatchMember> members;
  BatchDone done;
  Allowance used;
  std::atomic<std::size_t> left{0};  // of the writes under way
};
using BatchPtr = std::shared_ptr<RunningBatch>;

// The code of an error in an answer of a batch.
std::string code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::ValidationException:
      return "ValidationError";
    case ErrorCode::ResourceNotFoundException:
      return "ResourceNotFound";
    case ErrorCode::ConditionalCheckFailedException:
      return "ConditionalCheckFailed";
    case ErrorCode::DuplicateItemException:
      return "DuplicateItem";
    case ErrorCode::ItemCollectionSizeLimitExceededException:
      return "ItemCollectionSizeLimitExceeded";
    case ErrorCode::ThrottlingException:
      return "ThrottlingError";
    case ErrorCode::TransactionConflictException:
      return "TransactionConflict";
    case ErrorCode::ProvisionedThroughputExceededException:
      return "ProvisionedThroughputExceeded";
    case ErrorCode::RequestLimitExceeded:
      return "RequestLimitExceeded";
    default:
      return "InternalServerError";
  }
}

// The table is named if it does not exist, or if the statement ran.
void fail_member(BatchMember& member, const Error& error) {
  member.response.error = BatchStatementError{code_of(error), error.message, error.item};
  if (error.code != ErrorCode::ValidationException) member.response.table_name = member.given();
}

void resolve_member(const Context& context, BatchMember& member) {
  if (member.write.statement.statement->reads()) {
    auto read = resolve_item_read(context, member.write.statement, kBatchKeyRule);
    if (!read) return fail_member(member, read.error());
    member.read = *std::move(read);
    return;
  }
  auto write = resolve_statement(context, member.write, ReturnConsumedCapacity::None);
  if (!write) return fail_member(member, write.error());
  member.item = *std::move(write);
}

Result<void> check_distinct(const RunningBatch& batch) {
  KeySet seen(batch.members.size());
  for (const BatchMember& member : batch.members) {
    const std::string* key = member.read ? &member.read->key : member.item ? &member.item->key : nullptr;
    if (key && !seen.insert(*key)) return invalid("Provided list of item keys contains duplicates");
  }
  return {};
}

BatchExecuteStatementResponse shape(const Context& context, RunningBatch& batch) {
  BatchExecuteStatementResponse response;
  Consumptions consumptions(context.throttle);
  bool consumed = false;
  for (BatchMember& member : batch.members) {
    if (member.table) {
      Consumption& consumption = consumptions.of(member.table, member.given());
      if (member.read_units > 0) consumption.add_read(member.read_units, member.key);
      if (member.write_units.table > 0) consumption.add_write(member.write_units, member.key);
      if (member.failed_units > 0) consumption.add_failed_write(member.failed_units, member.key);
      consumed = consumed || !member.response.error;
    }
    response.responses.push_back(std::move(member.response));
  }
  consumptions.charge();
  if (consumed) response.consumed_capacity = consumptions.report(batch.prepared.capacity);
  return response;
}

// ---- reads

// Returns false if `may_wait` is No and an item is not in memory. `share` counts the bytes of the items; nullptr if
// they are few. Errors: MemoryLimitExceeded, InternalServerError, Corruption.
Result<bool> read_all(const Context& context, RunningBatch& batch, MayWait may_wait, WriteRoom::Share* share) {
  std::vector<std::string> keys, delayed_keys;  // of consistent and of other reads
  std::vector<BatchMember*> readers;
  for (BatchMember& member : batch.members) {
    if (!member.read) continue;
    (member.write.statement.consistent ? keys : delayed_keys).push_back(member.read->key);
    readers.push_back(&member);
  }
  const auto state = eventual_state(context);
  ReadAhead reads(context.store, keys, {.no_wait = may_wait == MayWait::No});
  ReadAhead delayed_reads(context.store, delayed_keys, {.snapshot = state.get(), .no_wait = may_wait == MayWait::No});
  Allowance used;
  std::size_t answered_bytes = 0;
  for (BatchMember* member : readers) {
    PARTITA_TRY_VALUE(stored, (member->write.statement.consistent ? reads : delayed_reads).next());
    if (stored.state == storage::ReadState::NotCached) return false;
    const catalog::TablePtr& table = member->read->table;
    const Throttle::Place place{*table, nullptr, Side::Read, keys::hash_in(member->read->key), member->read->key};
    if (context.throttle) {
      if (const auto throttled = used.refuse(*context.throttle, place)) {
        fail_member(*member, *throttled);
        continue;
      }
      member->response.error.reset();  // of a try that did not end
    }
    const partiql::PreparedStatement& statement = member->write.statement;
    const ReadItem read = read_item(std::move(stored), statement.statement->projected);
    member->table = table;
    member->key = member->read->key;
    member->response.table_name = member->given();
    member->response.item = read.item;
    answered_bytes += read.item ? read.item->bytes().size() : 0;
    if (answered_bytes > context.answer_bytes) return unexpected(answer_too_large(context.answer_bytes));
    if (share) share->grow_to(answered_bytes);
    member->read_units = read_units(read.charged_bytes(*table), statement.consistent);
    if (context.throttle) used.use(place, member->read_units);
  }
  return true;
}

// The items of a try that did not end must not be held while the reads wait for room.
void drop_items(RunningBatch& batch) {
  for (BatchMember& member : batch.members)
    if (member.read) member.response.item.reset();
}

Result<std::size_t> expected_bytes_of(const Context& context, const RunningBatch& batch) {
  std::size_t bytes = 0;
  for (const BatchMember& member : batch.members) {
    if (!member.read) continue;
    PARTITA_TRY_VALUE(of_one, expected_bytes(context, *member.read->table, keys::kBaseTable, 1));
    bytes += of_one;
  }
  return bytes;
}

void answer_reads(const Context& context, RunningBatch& batch, const Result<bool>& complete) {
  if (!complete) return batch.done(unexpected(complete.error()));
  batch.done(shape(context, batch));
}

void read_in_room(Context& context, const BatchPtr& batch) {
  const auto expected = expected_bytes_of(context, *batch);
  if (!expected) return batch->done(unexpected(expected.error()));
  const auto read = [&context, batch](WriteRoom::Share& share) {
    answer_reads(context, *batch, read_all(context, *batch, MayWait::Yes, &share));
  };
  RoomedRead::start(context, *expected, read, [&batch](Error error) { batch->done(unexpected(std::move(error))); });
}

void run_reads(Context& context, const BatchPtr& batch, MayWait may_wait) {
  const auto complete = read_all(context, *batch, may_wait, nullptr);
  if (!complete || *complete) return answer_reads(context, *batch, complete);
  drop_items(*batch);
  context.executor.post([&context, batch] { read_in_room(context, batch); });
}

// ---- writes

void finish_member(BatchMember& member, const ItemWrite& write, const Result<void>& outcome) {
  member.table = write.table;
  member.key = write.key;
  if (!outcome) return fail_member(member, outcome.error());
  member.response.table_name = member.given();
  if (write.error) {
    member.failed_units = write.failed_units;
    return fail_member(member, error_of_statement(write));
  }
  member.write_units = write.units;
  member.response.item = returned_item(write);
}

// Starts all writes, so that they wait for the disk together. The last one to end answers.
void run_writes(Context& context, const BatchPtr& batch, MayWait may_wait) {
  std::vector<BatchMember*> writers;
  for (BatchMember& member : batch->members)
    if (member.item) writers.push_back(&member);
  // One more is counted, so that no write answers before all are started.
  batch->left = writers.size() + 1;
  const auto end_one = [&context, batch] {
    if (--batch->left == 0) batch->done(shape(context, *batch));
  };
  for (BatchMember* member : writers) {
    WriteSet::Writes one;
    one.push_back(*std::move(member->item));
    if (context.throttle) one.back().allowance = &batch->used;
    WriteSet::run(context, std::move(one), MayWait::No, batch, {},
                  [member, end_one](WriteSet& set, Result<void> outcome) {
                    finish_member(*member, set.writes().front(), outcome);
                    end_one();
                  });
  }
  if (may_wait == MayWait::Yes) base::LateWakes::wake_now(base::LateWakes::Of::Work);
  end_one();
}

}  // namespace

void batch_execute_statement(Context& context, BatchExecuteStatementRequest request, MayWait may_wait,
                             Completion<BatchExecuteStatementResponse> done) {
  auto batch = std::make_shared<RunningBatch>();
  batch->request = std::move(request);
  auto prepared = partiql::prepare(batch->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  batch->prepared = *std::move(prepared);
  batch->members.resize(batch->prepared.members.size());  // the members keep their addresses from here on
  bool reads = false;
  for (std::size_t i = 0; i < batch->members.size(); ++i) {
    BatchMember& member = batch->members[i];
    auto& statement = batch->prepared.members[i];
    if (!statement) {
      const Error& error = statement.error().error;
      member.response.error = BatchStatementError{code_of(error), error.message, std::nullopt};
      continue;
    }
    member.write.statement = *std::move(statement);
    reads = reads || member.write.statement.statement->reads();
    resolve_member(context, member);
  }
  if (auto distinct = check_distinct(*batch); !distinct) return done(unexpected(std::move(distinct.error())));
  batch->done = std::move(done);
  reads ? run_reads(context, batch, may_wait) : run_writes(context, batch, may_wait);
}

}  // namespace partita::engine
