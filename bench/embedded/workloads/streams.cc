#include "embedded/workloads/streams.h"

#include <atomic>
#include <optional>

#include "embedded/workloads/changes.h"
#include "keys/system_keys.h"
#include "lib/fatal.h"

namespace partita::bench {
namespace {

constexpr const char* kTable = "bench_stream";
constexpr const char* kRecoveredTable = "bench_recovery";

// Makes the table with the stream and its items, unless another side has made it.
void make_table(Stores& stores, const char* name) {
  CreateTableRequest request = stores.items().table();
  request.table_name = name;
  if (name == kTable) {
    request.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = {}};
    request.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
  }
  const auto made = stores.partita().create_table(request);
  if (!made && made.error().code == ErrorCode::ResourceInUseException) return;
  if (!made) fatal(made.error().message);
  for (std::uint64_t i = 0; i < stores.items().count(); ++i)
    if (const auto put = stores.partita().put_item({.table_name = name, .item = stores.items().item(i)}); !put)
      fatal(put.error().message);
  if (name == kTable) return;
  UpdateContinuousBackupsRequest recovery{.table_name = name};
  recovery.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
  if (const auto enabled = stores.partita().update_continuous_backups(recovery); !enabled)
    fatal(enabled.error().message);
}

// The records and entries that are kept, because those of a long run would fill the memory.
constexpr std::size_t kKeptRecords = 500'000;

void erase_records(Stores& stores, const char* name) {
  engine::Context& context = stores.partita().engine().context();
  const catalog::TablePtr table = context.catalog.find(name);
  const keys::TableId id = table->stream ? table->stream->id : table->history->id;
  std::optional<std::string> from = keys::table_lower(id);
  std::atomic<bool> stop = false;
  while (from) {
    auto rest = context.store.discard(*from, keys::table_upper(id), stop);
    if (!rest) fatal(rest.error().message);
    from = *std::move(rest);
  }
}

class RecordedPut final : public Side {
 public:
  RecordedPut(Stores& stores, const Part& part, const char* table)
      : stores_(stores), table_(table), changes_(stores.items(), part, Writing::Overwrite) {
    make_table(stores, table);
  }

  void prepare(std::size_t operations) override {
    chunk_ = changes_.next(operations);
    requests_.assign(operations, {});
    for (std::size_t i = 0; i < operations; ++i) {
      requests_[i].table_name = table_;
      requests_[i].item = stores_.items().item(chunk_[i].item, *chunk_[i].after);
    }
  }

  std::size_t run(std::size_t i) override {
    if (const auto put = stores_.partita().put_item(std::move(requests_[i])); !put) fatal(put.error().message);
    return kRecordBytes;
  }

  void finish() override {
    records_ += chunk_.size();
    if (records_ < kKeptRecords) return;
    erase_records(stores_, table_);
    records_ = 0;
  }

 private:
  Stores& stores_;
  const char* const table_;
  std::size_t records_ = 0;
  Changes changes_;
  std::vector<Change> chunk_;
  std::vector<PutItemRequest> requests_;
};

class ReadStream final : public Side {
 public:
  explicit ReadStream(Stores& stores) : stores_(stores) { make_table(stores, kTable); }

  void prepare(std::size_t /*operations*/) override {
    if (!iterator_.empty()) return;
    const auto table = stores_.partita().describe_table({.table_name = kTable});
    const auto stream = stores_.partita().describe_stream({.stream_arn = table->table.latest_stream_arn});
    GetShardIteratorRequest request{.stream_arn = table->table.latest_stream_arn};
    request.shard_id = stream->stream_description.shards->front().shard_id;
    request.shard_iterator_type = ShardIteratorType::TrimHorizon;
    iterator_ = *stores_.partita().get_shard_iterator(request)->shard_iterator;
  }

  std::size_t run(std::size_t /*i*/) override {
    auto page = stores_.partita().get_records({.shard_iterator = iterator_});
    if (!page) fatal(page.error().message);
    std::size_t bytes = 0;
    for (const Record& record : page->records)
      for (const auto* image : {&record.dynamodb->new_image, &record.dynamodb->old_image})
        if (*image) bytes += (*image)->bytes().size();
    iterator_ = page->records.empty() ? "" : *std::move(page->next_shard_iterator);
    if (page->records.empty()) prepare(1);
    return bytes;
  }

 private:
  Stores& stores_;
  std::string iterator_;
};

}  // namespace

std::unique_ptr<Side> streamed_put(Stores& stores, const Part& part) {
  return std::make_unique<RecordedPut>(stores, part, kTable);
}
std::unique_ptr<Side> recovered_put(Stores& stores, const Part& part) {
  return std::make_unique<RecordedPut>(stores, part, kRecoveredTable);
}
std::unique_ptr<Side> read_stream(Stores& stores, const Part& /*part*/) { return std::make_unique<ReadStream>(stores); }

}  // namespace partita::bench
