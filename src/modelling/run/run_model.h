// Runs a model on a database: makes its tables, stores sample items, carries out every access pattern through the model
// layer, and compares each answer with the answer that plain lists of the items give.
//
// The reads come first, then the writes, and then the reads again, because an index key that a write left stale shows
// only in a read after it. At the end every item is verified against the model.
#pragma once

#include <partita/model/runtime/verify.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/run/recorder.h"

namespace partita::modelling::run {

struct RunOptions {
  std::size_t items = 6;          // of each entity for which the model gives no samples
  std::string table_prefix = {};  // in front of the names of all tables
  // The time in milliseconds since 1970. The default is the system's clock.
  std::function<std::int64_t()> now_ms = {};
};

enum class Outcome : std::uint8_t {
  Right,
  Wrong,    // the database's answer or the stored item is not the one that the lists give
  Failed,   // a request failed
  Refused,  // the model has no plan for the pattern, or a mistake in a part that the pattern needs
  Skipped,  // no sample item suits the pattern, or it says something that is not known
};
std::string_view to_text(Outcome outcome);  // "right"

// An item of an answer: the values of its fields, under the names of fields.
struct ShownItem {
  std::string entity = {};
  AttributeMap fields = {};
};
// An item that a write changed, as the table has it.
struct ItemChange {
  std::string entity = {};
  AttributeMap key = {};
  std::optional<AttributeMap> before = {};
  std::optional<AttributeMap> after = {};
};

struct PatternRun {
  const Pattern* pattern = nullptr;
  Outcome outcome = Outcome::Right;
  std::string reason = {};              // of every outcome but Right
  std::string cure = {};                // of Refused
  std::vector<std::string> notes = {};  // such as a condition that is only text
  // Of a read: the values that it was given, and its requests.
  AttributeMap given = {};
  std::string index = {};          // empty: the table
  std::string key_condition = {};  // with values
  std::string filter = {};
  bool backward = false;
  std::vector<ShownItem> items = {};
  std::vector<ShownItem> expected = {};  // if the answer is wrong
  // Of a write.
  std::vector<std::string> updates = {};  // the updates and conditions of the items, each once
  std::vector<ItemChange> changes = {};
  // Of both.
  std::vector<SentRequest> requests = {};
  double milliseconds = 0;

  double capacity_units() const;
  std::int64_t evaluated_count() const;
};

struct TableRun {
  const Table* table = nullptr;
  std::string name = {};     // in the database
  std::string refused = {};  // why the table does not exist; otherwise empty
  std::size_t given = 0;     // items that the model gives
  std::size_t made_up = 0;
};

struct ModelRun {
  std::shared_ptr<const Model> model = {};  // to which the tables and patterns refer
  std::vector<TableRun> tables = {};
  std::vector<std::string> faults = {};       // samples that cannot be stored, entities that are left out
  std::vector<PatternRun> patterns = {};      // in the model's order
  std::vector<model::Finding> findings = {};  // of the verification after all writes
  std::int64_t verified = 0;                  // items that it read

  std::size_t count(Outcome outcome) const;
  // True if no pattern is refused, failed or wrong, and the run has no other fault.
  bool is_right() const;
};

// The database must have no items in tables of these names. Tables and items stay there.
// Errors: ValidationException if a table has items already; those of the database.
Result<ModelRun> run_model(const Proof& proof, Database& database, const RunOptions& options);

}  // namespace partita::modelling::run
