// Finds the items that two tables do not have alike by hashes that the databases themselves compute, so that only few
// bytes are read.
//
// The tables are hashed in segments, and each segment has parts. Of the parts whose sums differ, the keys and hashes of
// the items are listed, and go through the Matcher as the items of a Scan do. Two Partitas have the same items in a
// segment. If they had not, more parts would differ, and the result were the same.
#pragma once

#include "movement/comparison/compared_table.h"
#include "movement/comparison/matcher.h"

namespace partita::movement {

// Whether the database answers HashItems for the table. It asks for a millionth of the table. A database that refuses
// for whatever reason cannot: the Scan that follows has the fault if there is another one.
bool can_hash(const ComparedTable& compared);

// Gives the matcher the items of the parts that differ, each with its hash in place of the item. Requires: can_hash()
// of both. Errors: those of HashItems, and of the matcher.
Result<void> match_by_hashes(const ComparedTable& first, const ComparedTable& second, Matcher& matcher,
                             CompareProgress& progress);

}  // namespace partita::movement
