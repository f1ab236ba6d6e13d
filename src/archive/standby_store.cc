#include "archive/standby_store.h"

#include <utility>

namespace partita::archive {
namespace {

class StandbyStore final : public storage::Store {
 public:
  StandbyStore(std::unique_ptr<storage::Store> below, std::string refusal)
      : below_(std::move(below)), refusal_(std::move(refusal)) {}

  Result<storage::GetResult> get(std::string_view key, const storage::ReadOptions& options) const override {
    return below_->get(key, options);
  }
  Result<std::vector<storage::GetResult>> get_many(std::span<const std::string_view> keys,
                                                   const storage::ReadOptions& options) const override {
    return below_->get_many(keys, options);
  }
  std::unique_ptr<storage::Iterator> iterate(const storage::IteratorOptions& options) const override {
    return below_->iterate(options);
  }
  std::shared_ptr<const storage::Snapshot> snapshot() const override { return below_->snapshot(); }
  Result<void> write(const storage::Batch&, Sync) override { return refused(); }
  Result<void> write(std::span<const storage::Batch* const>, Sync) override { return refused(); }
  bool write_may_wait() const override { return below_->write_may_wait(); }
  // A standby is ready if it could write the changes of its archive.
  bool can_write() const override { return below_->can_write(); }
  Result<std::optional<std::string>> discard(std::string_view, std::string_view, std::atomic<bool>&) override {
    return fail(ErrorCode::ValidationException, refusal_);
  }
  Result<void> flush() override { return below_->flush(); }
  Result<void> check_files() const override { return below_->check_files(); }
  void set_aside(std::size_t bytes) noexcept override { below_->set_aside(bytes); }
  storage::StoreStatistics statistics() const override { return below_->statistics(); }
  std::vector<std::uint64_t> file_bytes_of(std::span<const storage::KeyRange> ranges) const override {
    return below_->file_bytes_of(ranges);
  }

 private:
  Result<void> refused() const { return fail(ErrorCode::ValidationException, refusal_); }

  const std::unique_ptr<storage::Store> below_;
  const std::string refusal_;
};

}  // namespace

std::unique_ptr<storage::Store> make_standby_store(std::unique_ptr<storage::Store> below, std::string refusal) {
  return std::make_unique<StandbyStore>(std::move(below), std::move(refusal));
}

}  // namespace partita::archive
