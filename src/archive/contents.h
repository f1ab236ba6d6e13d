// The contents of an archive: its generations, their bases and their changes.
//
// A generation is one unbroken row of changes. A new one begins when a server cannot continue the last one. The lists
// of a store tell only the number to begin with, because they may lag: beyond their ends, the numbers that follow are
// asked for one by one.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "archive/archive_place.h"
#include "archive/records.h"
#include "archive/segment.h"

namespace partita::archive {

struct GenerationContents {
  std::uint64_t number = 0;
  GenerationBegin begin = {};
  std::vector<Base> bases = {};  // complete ones, in their order
  // The changes must not end before this, as the head or the next generation says.
  ChangesEnd least_end = {};
};

struct Contents {
  std::optional<Head> head;
  std::vector<GenerationContents> generations;  // in their order
};

// Reads the records of an archive. Errors: those of ArchivePlace::check_format() and of its reads.
Result<Contents> read_contents(const ArchivePlace& archive);

// The newest number of a row of objects that exists, 0 if the row is empty. `name_of` gives their names, and `folder`
// holds them.
Result<std::uint64_t> newest_number(const ArchivePlace& archive, const std::string& folder,
                                    const std::function<std::string(std::uint64_t)>& name_of);
// Whether the segment that follows `end` exists. Errors: those of ArchivePlace.
Result<bool> has_changes_after(const ArchivePlace& archive, std::uint64_t generation, const ChangesEnd& end);
// Whether an object exists and can be opened. Errors: those of ArchivePlace.
Result<bool> exists(const ArchivePlace& archive, const std::string& name);

// Reads the segments of a generation after `after`, in their order, and gives each with its bytes' chain, until `each`
// returns false or the changes end. It compares the chain of each with the one that the next has. `chain` is that of
// `after`, or nullopt if it is not known. Returns the end that was reached. Errors: Corruption if a segment is damaged
// or does not continue the one before it, and those of `each`.
using EachSegment = std::function<Result<bool>(Segment&& segment, const ChangesEnd& end)>;
Result<ChangesEnd> read_changes(const ArchivePlace& archive, std::uint64_t generation, const ChangesEnd& after,
                                const EachSegment& each);

}  // namespace partita::archive
