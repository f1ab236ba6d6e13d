// Checks a whole database with all its realms, and mends what follows from the items. Every index entry must have its
// item and every item its entries. The expiry entries and the sums must be right, stream records must have sound
// images, and all bytes must decode. Indexes and expiry entries that are being filled or erased are not checked.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/context.h"

namespace partita::engine {

struct VerifyReport {
  std::uint64_t tables = 0;
  std::uint64_t items = 0;
  std::uint64_t entries = 0;
  std::uint64_t streams = 0;
  std::uint64_t records = 0;  // of the streams
  // The items of each table as they were read, sorted by name, those of the own realm first. A table of another realm
  // has its account and its region in front of its name.
  struct Table {
    std::string name;
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;
    std::string hash;  // the text of ItemHash
  };
  std::vector<Table> hashes;
  std::uint64_t finding_count = 0;
  std::vector<std::string> findings;  // the first kListedFindings findings, one line each; those of
                                      // another realm than the own one begin with its account and its region
  static constexpr std::size_t kListedFindings = 1000;
};

// Reads all keys on the calling thread. Rows with the id of no table, of no stream and of nothing that is being erased
// are findings too, one for each such id. `progress`, unless empty, is called after each 10 000 keys. The catalog must
// not change meanwhile, or false findings are possible. Errors: InternalServerError, Corruption (a block that cannot be
// read).
Result<VerifyReport> verify(const Context& context, const std::function<void(std::uint64_t keys_read)>& progress);

// Makes the index entries, the expiry entries and the sums right that verify() would report, and returns their number.
// Items are not changed. Requires: nothing else uses the database. Errors: those of verify() and of the store's writes.
Result<std::uint64_t> mend(const Context& context, const std::function<void(std::uint64_t keys_read)>& progress);

}  // namespace partita::engine
