// A fork: the tables of a model with items whose values the rules have changed, and the proof that no original value is
// left in it.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "movement/forks/fork_rules.h"
#include "movement/forks/treatments.h"
#include "transfer/tables/pace.h"
#include "transfer/tables/scan_table.h"

namespace partita::movement {

// Numbers that another thread may read during the work.
struct ForkProgress {
  std::atomic<std::uint64_t> read = 0;
  std::atomic<std::uint64_t> searched = 0;
};

struct ForkSettings {
  // The table of the source by the name of the model's one. Tables that are not here are not forked.
  std::map<std::string, std::string> tables = {};
  std::string key = {};  // secret, of at least 16 bytes
  int segments = 4;
  transfer::Pace* read_units = nullptr;  // at the source; may be null
  transfer::ReadConsistency consistency = transfer::ReadConsistency::Eventual;
};

struct ForkedTable {
  std::string table = {};  // the name in the model and in the fork
  std::uint64_t read = 0;  // sentinels are not counted
  std::uint64_t copied = 0;
  std::uint64_t not_chosen = 0;               // their item collections are not in the sample
  std::uint64_t unknown = 0;                  // they belong to no entity, so they are not copied
  std::uint64_t refused = 0;                  // the model can make no item of them
  std::vector<std::string> why_refused = {};  // the first ones
  std::uint64_t stored = 0;                   // in the fork, as the search counted them
};

// A place of the fork that has an original value. The value itself is not told.
struct Remainder {
  std::string table = {};
  std::string index = {};  // empty: the table itself
  AttributeMap key = {};   // of the item; empty if it has an original value itself
  std::string path = {};   // "address.street", "GSI1SK"
  std::string field = {};  // "CUSTOMER.email": whose value it is
};

struct ForkReport {
  std::vector<ForkedTable> tables = {};
  std::map<std::string, std::uint64_t> left_out = {};  // attributes that no field names
  std::uint64_t values = 0;                            // different originals that were searched for
  std::uint64_t short_values = 0;                      // of these, those that are compared with their own field only
  std::uint64_t known_values = 0;  // that are texts of the model or of masks, so they were not searched for
  std::uint64_t entries = 0;       // items and entries of indexes that were searched
  std::uint64_t remains = 0;
  std::vector<Remainder> first = {};        // at most kMostRemainders
  std::vector<std::string> unmatched = {};  // members with a rule that no item has
  std::uint64_t dangling = 0;               // references to items that the fork does not have
  std::string fingerprint = {};             // of the key

  static constexpr std::size_t kMostRemainders = 20;
};

// Makes the tables of the model in `target`, which must lack them, reads the source once with parallel Scans, writes
// the items, and searches the fork for the originals of all items that were read. With a sample, the item collections
// to which its items refer are copied too. Memory: as OriginalValues, a page for each segment, and with a sample 8
// bytes for each item collection that is referred to. Errors: those of the databases; ValidationException if a table of
// the source has other keys than the model says.
Result<ForkReport> fork_tables(const modelling::Proof& proof, const Treatments& treatments, const ForkRules& rules,
                               Database& source, Database& target, const ForkSettings& settings,
                               ForkProgress& progress);

}  // namespace partita::movement
