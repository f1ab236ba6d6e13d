// Capacity units of one request, for sizes that are means and so need not be whole. The rounding is that of
// engine/changes/capacity.h, and a test compares both. Source: "DynamoDB read and write operations", developer guide.
#pragma once

#include "value/limits.h"

namespace partita::modelling {

enum class Consistency : unsigned char { Eventual, Strong, Transactional };

// A read of `bytes` in all: the item of a GetItem, or the items that a page of a Query evaluates. One unit for each
// 4 KB or part of it and at least one, half of that if it is eventually consistent, twice that in a transaction.
double read_units(double bytes, Consistency consistency);

// A write of an item or an index entry of `bytes`. One unit for each KB or part of it, at least one.
double write_units(double bytes);

// A transaction prepares and commits each member, so a member costs twice its units of the table. The entries of its
// indexes are written once.
inline constexpr double kTransactionFactor = 2;

// Bytes that the service adds to the size of each item and index entry for storage.
inline constexpr double kStorageOverheadBytes = 100;

inline constexpr double kGigabyte = 1024.0 * 1024 * 1024;

inline constexpr double kPartitionGigabytes = limits::kPartitionBytes / kGigabyte;

// The share of a partition that this load of one key takes, in units each second. Reads and writes add up.
constexpr double share_of_partition(double reads, double writes) {
  return reads / limits::kPartitionReadUnits + writes / limits::kPartitionWriteUnits;
}

}  // namespace partita::modelling
