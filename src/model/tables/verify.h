// The pass over a table's items, which verify() and upgrade() share.
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
  bool move = false;  // with Repair::Yes: move items whose members give another primary key
  int attempts = 1;   // with Repair::Yes: for an item that others keep changing
  std::size_t most_findings = std::numeric_limits<std::size_t>::max();  // only the first ones are kept
  // Called with each finding, also with those that are not kept, by one thread at a time.
  std::function<void(const Finding& finding)> found = {};
  // Called after each page, by one thread at a time. The pass ends if it returns false.
  std::function<bool(const PassReport& so_far)> progress = {};
  // Decodes a row as VerifyOptions::decode does, and returns the error if that fails.
  std::function<std::optional<Error>(Row row)> decode = {};
};

// Scans the table and judges every item, as verify() and upgrade() describe. Errors: those of the database.
void pass_over_items(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, PassOptions options,
                     Done<PassReport> done);

}  // namespace partita::model
