// The pass over a table's items that verify() and upgrade() are.
#pragma once

#include <partita/model/upgrade.h>

#include <functional>
#include <limits>

namespace partita::model {

struct PassReport {
  VerifyReport found = {};
  ItemCounts counts = {};
  Cost cost = {};
};

struct PassOptions {
  Repair repair = Repair::No;
  bool move = false;   // with Repair::Yes: items whose primary key is not what their members say
  int attempts = 1;    // with Repair::Yes: of an item that somebody else changes meanwhile
  std::size_t most_findings = std::numeric_limits<std::size_t>::max();  // that are kept, the first ones
  // Called after each page, from one thread at a time; false ends the pass.
  std::function<bool(const PassReport& so_far)> progress = {};
  // As VerifyOptions has it.
  std::function<std::optional<Error>(Row row)> decode = {};
};

// Scans the table and judges every item; see verify() and upgrade(). Errors: the database's.
void pass_over_items(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, PassOptions options,
                     Done<PassReport> done);

}  // namespace partita::model
