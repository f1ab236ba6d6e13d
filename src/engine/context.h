// Context: the parts of an open database that every operation uses. Each realm (catalog/realm.h) has one Context. The
// catalog, the region and the account are the realm's; the other members are those of the whole database. They live as
// long as the database, and several threads may use them at once.
#pragma once

#include <chrono>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "catalog/catalog.h"
#include "storage/store.h"

namespace partita::engine {

class AgeClock;
class CommitPipeline;
class DelayedReads;
class Executor;
class HotKeys;
class ItemHash;
class ItemLocks;
class Jobs;
class Realms;
class RunningTokens;
class SequenceNumbers;
class StreamCounters;
class Throttle;
class TransferFiles;
class VectorCache;
class WriteRoom;

struct Context {
  storage::Store& store;
  catalog::Catalog& catalog;
  Realms& realms;
  ItemLocks& locks;
  CommitPipeline& commits;
  WriteRoom& room;
  WriteRoom& page_room;  // for the items of long answers that the executor reads
  Executor& executor;
  Executor& pages;         // for long pages, behind which no other read waits
  Executor& locked_reads;  // for reads of the disk and long evaluations by writers that hold locks
  Jobs& jobs;
  RunningTokens& running_tokens;
  SequenceNumbers& numbers;
  StreamCounters& stream_counters;
  const ItemHash& item_hash;
  VectorCache& vectors;
  Throttle* const throttle;     // nullptr if capacity is not limited
  DelayedReads* const delayed;  // nullptr if no reads are delayed
  HotKeys& hot_keys;
  base::SkewedClock& clock;  // of the account; ahead only if a test has set it so (Realms::advance_clock())
  AgeClock& ages;            // by which things are old enough to be erased or forgotten; see also account_age.h
  const base::Log& log;
  const std::string region;   // of ARNs
  const std::string account;  // of ARNs: 12 digits
  const std::chrono::milliseconds table_delay;
  const std::chrono::milliseconds stream_roll;     // the age at which an open shard is closed; 0: never
  const std::chrono::milliseconds recovery_delay;  // how long before now the latest restorable time is
  const std::size_t batch_get_bytes;               // of items in one answer of BatchGetItem
  const std::size_t answer_bytes;                  // of items in one answer that does not come in parts
  const bool read_only;
  // Whether the hash of a new table's items is kept. A store in memory computes it when it is asked for.
  const bool keeps_hashes;
  TransferFiles* const files;  // nullptr if the database has no S3
};

}  // namespace partita::engine
