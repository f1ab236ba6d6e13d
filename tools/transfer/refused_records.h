// RefusedRecords: the records that an import skips, of which some are printed and all are written to a file on request.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "transfer/bytes/streams.h"
#include "transfer/tables/importer.h"

namespace partita::tools {

class RefusedRecords {
 public:
  // `path` is empty if no file is wanted. Errors: those of open_output.
  static Result<std::unique_ptr<RefusedRecords>> open(const std::string& path, std::uint64_t shown);

  // Requires: called on one thread at a time.
  void add(const transfer::RefusedRecord& refused);
  // Completes the file, and prints how many records were not shown. Errors: those of the file.
  Result<void> finish();

 private:
  RefusedRecords(std::unique_ptr<transfer::Sink> file, std::string path, std::uint64_t shown);

  const std::unique_ptr<transfer::Sink> file_;  // null without a file
  const std::string path_;
  const std::uint64_t shown_;
  std::uint64_t count_ = 0;
  std::optional<Error> error_;  // of the file
};

}  // namespace partita::tools
