#include "storage/rocks/recovery/stall.h"

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include <charconv>
#include <string>

namespace partita::storage {
namespace {

class OutcomeListener final : public rocksdb::EventListener {
 public:
  explicit OutcomeListener(std::shared_ptr<std::atomic<bool>> failing) : failing_(std::move(failing)) {}

  void OnCompactionCompleted(rocksdb::DB* /*db*/, const rocksdb::CompactionJobInfo& info) override {
    // The end of a manual compaction that was told to stop, or of one of a database that is being closed.
    const bool was_stopped = info.status.IsManualCompactionPaused() || info.status.IsShutdownInProgress();
    if (!info.status.ok())
      *failing_ = *failing_ || !was_stopped;
    else if (info.base_input_level == 0)
      *failing_ = false;
  }

 private:
  const std::shared_ptr<std::atomic<bool>> failing_;
};

}  // namespace

void Stall::listen(rocksdb::DBOptions& options) const {
  options.listeners.push_back(std::make_shared<OutcomeListener>(failing_));
}

bool Stall::refuses_writes(rocksdb::DB& db) const {
  if (!failing_->load(std::memory_order_relaxed)) return false;
  std::string text;
  int files = 0;
  if (!db.GetProperty(rocksdb::DB::Properties::kNumFilesAtLevelPrefix + "0", &text)) return false;
  std::from_chars(text.data(), text.data() + text.size(), files);
  return files >= kMostFiles;
}

}  // namespace partita::storage
