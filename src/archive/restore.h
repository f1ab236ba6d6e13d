// Restores a data directory from an archive, as the store was at some moment.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/applied.h"
#include "archive/archive_place.h"
#include "archive/contents.h"
#include "base/log.h"

namespace partita::archive {

// The parts of an archive that a moment is restored from.
struct RestorePlan {
  Base base;
  Until until;
  ChangesEnd least_end;  // the changes of the generation do not end before it
  bool is_last_generation = true;
  // The object of the next generation, if it is missing although there are later ones; otherwise empty. Then only
  // moments before a change of this generation can be restored.
  std::string missing = {};
  std::uint64_t base_bytes = 0;
  // For the user: the changes that the archive lacks. Empty if it has all.
  std::string warning;
};

// Finds the newest base from which the moment can be reached. Errors: ValidationException if the archive begins later,
// or if several generations have the operation with the number and no base is wanted; ResourceNotFoundException if it
// has no complete base. A base that is `wanted` is taken if the moment can be reached from it.
struct BaseId {
  std::uint64_t generation = 0;
  std::uint64_t base = 0;
};
Result<RestorePlan> plan_restore(const Contents& contents, const Until& until,
                                 const std::optional<BaseId>& wanted = {});
// The base of a restore into the directory that was interrupted, or nullopt.
std::optional<BaseId> interrupted_base(const std::string& directory);

struct Restored {
  std::uint64_t number = 0;  // of the last operation that is in the directory
  std::int64_t time_ms = 0;  // of its batch, or of the base if it has no changes after it
  std::uint64_t segments = 0;
  std::uint64_t changes = 0;  // operations that were applied
  // The sums of the tables that the archive has for exactly this state, if it has them.
  std::optional<std::vector<TableSum>> sums = {};
};

struct RestoreProgress {
  std::string_view step;   // "files" or "changes"
  std::uint64_t done = 0;  // bytes of files, or operations
  std::uint64_t all = 0;   // 0: not known
};

struct RestoreOptions {
  std::string directory;  // missing, empty, or one to which the same restore was interrupted
  // Whether the directory remembers its place in the archive, so that it can follow it.
  bool follows = false;
  // The options of the caller that the call which continues an interrupted one must repeat. Without a line break.
  std::string purpose = {};
  std::function<void(const RestoreProgress&)> progress = {};
  // Called when everything is restored and the directory is still refused by others. Its error leaves it so.
  std::function<Result<void>()> before_it_is_complete = {};
  base::Log log = {};
};

// Carries out the plan. The directory is refused by all others until the restore is complete; the same call continues
// one that was interrupted. Every byte is compared with the checks of the archive. Errors: ValidationException if the
// directory holds anything else, or is one of another restore; Corruption, which names the object that is damaged or
// missing; those of ArchivePlace and of storage::open_store().
Result<Restored> restore(const ArchivePlace& archive, const RestorePlan& plan, const RestoreOptions& options);

}  // namespace partita::archive
