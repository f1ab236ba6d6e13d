#include "work/traced_store.h"

#include "work/allocations.h"

namespace partita::work {
namespace {

class TracedIterator final : public storage::Iterator {
 public:
  // `call` is the index of the noted call whose steps are counted, or kNotNoted.
  TracedIterator(std::unique_ptr<storage::Iterator> below, std::shared_ptr<TracedStore::Trace> trace, std::size_t call)
      : below_(std::move(below)), trace_(std::move(trace)), call_(call) {
    count_entry();
  }
  bool valid() const override { return below_->valid(); }
  void next() override {
    const Spared spared;
    below_->next();
    ++trace_->work.nexts;
    if (call_ != kNotNoted) ++std::get<IterateCall>(trace_->calls[call_]).nexts;
    count_entry();
  }
  std::string_view key() const override { return below_->key(); }
  std::string_view value() const override { return below_->value(); }
  Result<storage::ReadState> end_state() const override { return below_->end_state(); }

  static constexpr std::size_t kNotNoted = ~std::size_t{0};

 private:
  void count_entry() {
    if (below_->valid()) trace_->work.bytes_read += below_->key().size() + below_->value().size();
  }

  const std::unique_ptr<storage::Iterator> below_;
  const std::shared_ptr<TracedStore::Trace> trace_;
  const std::size_t call_;
};

}  // namespace

StoreWork operator-(const StoreWork& after, const StoreWork& before) {
  return {.gets = after.gets - before.gets,
          .seeks = after.seeks - before.seeks,
          .nexts = after.nexts - before.nexts,
          .bytes_read = after.bytes_read - before.bytes_read,
          .writes = after.writes - before.writes,
          .rows_written = after.rows_written - before.rows_written,
          .bytes_written = after.bytes_written - before.bytes_written};
}

TracedStore::TracedStore(std::unique_ptr<storage::Store> below, std::shared_ptr<Trace> trace)
    : below_(std::move(below)), trace_(std::move(trace)) {
  trace_->store = this;
}

void TracedStore::note(StoreCall call) const { trace_->calls.push_back(std::move(call)); }

Result<storage::GetResult> TracedStore::get(std::string_view key, const storage::ReadOptions& options) const {
  const Spared spared;
  ++trace_->work.gets;
  if (trace_->noting) note(GetCall{std::string(key)});
  auto got = below_->get(key, options);
  if (got) trace_->work.bytes_read += got->value.bytes.size();
  return got;
}

Result<std::vector<storage::GetResult>> TracedStore::get_many(std::span<const std::string_view> keys,
                                                              const storage::ReadOptions& options) const {
  const Spared spared;
  trace_->work.gets += keys.size();
  if (trace_->noting)
    for (const std::string_view key : keys) note(GetCall{std::string(key)});
  auto got = below_->get_many(keys, options);
  if (got)
    for (const storage::GetResult& one : *got) trace_->work.bytes_read += one.value.bytes.size();
  return got;
}

std::unique_ptr<storage::Iterator> TracedStore::iterate(const storage::IteratorOptions& options) const {
  const Spared spared;
  ++trace_->work.seeks;
  std::size_t call = TracedIterator::kNotNoted;
  if (trace_->noting) {
    call = trace_->calls.size();
    note(IterateCall{options, 0});
  }
  auto below = below_->iterate(options);
  const NotCounted ours;
  return std::make_unique<TracedIterator>(std::move(below), trace_, call);
}

std::shared_ptr<const storage::Snapshot> TracedStore::snapshot() const {
  const Spared spared;
  if (trace_->noting) note(SnapshotCall{});
  return below_->snapshot();
}

Result<void> TracedStore::write(const storage::Batch& batch, Sync sync) {
  const storage::Batch* const one = &batch;
  return write(std::span(&one, 1), sync);
}

Result<void> TracedStore::write(std::span<const storage::Batch* const> batches, Sync sync) {
  const Spared spared;
  ++trace_->work.writes;
  for (const storage::Batch* batch : batches) {
    batch->for_each([this](storage::Batch::Operation, std::string_view, const storage::Batch::Value&) {
      ++trace_->work.rows_written;
    });
    trace_->work.bytes_written += batch->size_bytes();
  }
  if (trace_->noting) {
    WriteCall call;
    for (const storage::Batch* batch : batches) call.batches.push_back(*batch);
    note(std::move(call));
  }
  return below_->write(batches, sync);
}

}  // namespace partita::work
