// The progress of a copy: a line on a terminal, and otherwise a line of JSON on standard error every five seconds.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "movement/copies/copy_items.h"
#include "progress_line.h"

namespace partita::tools {

class CopyReport {
 public:
  // `all` is the number of items that the source has, about; 0: not known. `progress` must outlive the report.
  CopyReport(std::string table, std::uint64_t all, const movement::CopyProgress& progress);
  ~CopyReport();
  CopyReport(const CopyReport&) = delete;
  CopyReport& operator=(const CopyReport&) = delete;

 private:
  std::string text(int seconds) const;
  std::string json(int seconds) const;
  // The seconds that the rest takes at the speed so far, or -1.
  double seconds_left(int seconds) const;
  void run();

  const std::string table_;
  const std::uint64_t all_;
  const movement::CopyProgress& progress_;
  const std::uint64_t begun_with_;  // items of earlier calls
  std::unique_ptr<WatchedLine> line_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace partita::tools
