// Removes the objects of an archive that are not needed to restore any moment from a given one on.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <vector>

#include "archive/archive_place.h"

namespace partita::archive {

struct Pruned {
  std::uint64_t generations = 0;
  std::uint64_t bases = 0;
  std::uint64_t segments = 0;
  std::vector<std::string> removed_files = {};  // ids
};

// Keeps the newest base that is not newer than `oldest_ms`, and everything after it; keeps everything if such a base
// is missing. A removal that was interrupted is continued by the next one. Requires: no server writes a base meanwhile.
// Errors: those of ArchivePlace.
Result<Pruned> prune(ArchivePlace& archive, std::int64_t oldest_ms);

}  // namespace partita::archive
