// Reads everything that an archive has and compares it with its checks.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "archive/archive_place.h"
#include "archive/records.h"
#include "archive/segment.h"

namespace partita::archive {

struct ArchiveReport {
  std::vector<std::string> findings;  // each names an object and its fault
  std::uint64_t generations = 0;
  std::uint64_t bases = 0;
  std::uint64_t files = 0;
  std::uint64_t segments = 0;
  std::uint64_t batches = 0;
  std::uint64_t bytes = 0;  // of files and changes, as they are without compression
};

// `progress` gets the bytes that are read. Errors: those that keep the archive from being read at all, such as a place
// that cannot be reached.
Result<ArchiveReport> verify_archive(const ArchivePlace& archive, const std::function<void(std::uint64_t)>& progress);

struct ArchivedSums {
  std::uint64_t number = 0;  // of the last operation that they include
  std::vector<TableSum> sums = {};
};
// The newest sums of the tables that the generation has, or nullopt if its last thousand segments have no sums. Errors:
// Corruption, and those of ArchivePlace.
Result<std::optional<ArchivedSums>> newest_sums(const ArchivePlace& archive, std::uint64_t generation,
                                                const ChangesEnd& end);

}  // namespace partita::archive
