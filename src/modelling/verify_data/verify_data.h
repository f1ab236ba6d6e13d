// Compares stored items with a model: those of a live table, of a data directory, or of a dump.
//
// The judgement of an item is that of the model layer's verify(). This room adds the checks that verify() lacks:
// duplicates of unique values, the types of documents, differences of the tables themselves, and the faults of a dump's
// lines. The memory is bounded: findings are counted, and only the first ones of each kind and entity are kept.
#pragma once

#include <partita/model/runtime/session.h>
#include <partita/model/runtime/verify.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling::verify_data {

// The kinds of findings. In addition to those of model::Finding ("stale", "foreign", "phantom", "orphan",
// "unreadable"):
inline constexpr std::string_view kDuplicate = "duplicate";  // several items have a unique value
inline constexpr std::string_view kTable = "table";          // the table's keys, indexes or time to live differ
inline constexpr std::string_view kLine = "line";  // a dump's line without an item, or whose item no table can have

struct DataFinding {
  std::string kind = {};
  std::string table = {};
  std::string entity = {};  // or empty
  AttributeMap key = {};    // of the item; empty if the finding is about no item
  std::string detail = {};
  std::string cure = {};
  bool repairable = false;
};

// Counts findings and keeps the first ones of each kind and entity.
class DataFindings {
 public:
  explicit DataFindings(std::size_t most_of_each) : most_(most_of_each) {}
  void add(DataFinding finding);
  // Adds the groups of `others`, which must have other kinds.
  void merge(const DataFindings& others) { groups_.insert(others.groups_.begin(), others.groups_.end()); }

  struct Group {
    std::int64_t count = 0;
    std::int64_t repairable = 0;
    std::vector<DataFinding> first = {};
  };
  // By kind and entity.
  const std::map<std::pair<std::string, std::string>, Group>& groups() const { return groups_; }
  bool empty() const { return groups_.empty(); }
  std::int64_t count() const;
  std::int64_t repairable() const;

 private:
  std::size_t most_;
  std::map<std::pair<std::string, std::string>, Group> groups_;
};

struct VerifyDataOptions {
  bool repair = false;        // writes the items that can be repaired, and verifies again
  std::size_t findings = 10;  // kept of each kind and entity
  // Tables by their names in the model; empty: all.
  std::vector<std::string> tables = {};
  // False if the tables hold a dump: then their indexes and time to live are not compared.
  bool compare_tables = true;
  // Called with the number of items that were read so far.
  std::function<void(std::int64_t items)> progress = {};
};

struct DataReport {
  explicit DataReport(std::size_t most_of_each) : findings(most_of_each) {}
  std::int64_t items = 0;  // sentinels included
  std::int64_t sentinels = 0;
  std::int64_t repaired = 0;  // items and sentinels
  DataFindings findings;      // after the repair
  std::vector<std::string> notes = {};
};

// Errors: those of the database; ResourceNotFoundException if a table does not exist; ValidationException if `tables`
// names a table that the model lacks, or if the model refuses a table.
Result<DataReport> verify_data(const Proof& proof, const std::shared_ptr<model::Session>& session,
                               const VerifyDataOptions& options);

// The cure of a finding of the model layer, as an instruction.
std::string cure_of(const model::Finding& finding);

}  // namespace partita::modelling::verify_data
