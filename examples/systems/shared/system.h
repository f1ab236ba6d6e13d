// An example system shows its access patterns, each with a check against its sample data. `partita demo` and
// tests/systems run all systems in the same way.
//
// A system is a folder of examples/systems with a system.h, which declares `const systems::System& system();` in the
// namespace with the name of the folder. No other file has to name the system.
#pragma once

#include <partita/database.h>
#include <partita/model/export_model.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systems {

// The fault of an answer, or nullopt if the answer is right.
using Wrong = std::optional<std::string>;

struct AccessPattern {
  std::string name;    // in the words of the published design that the system's README names
  std::string method;  // the method of the repository
  // The places that the requests read, in the order of their first use: the names of indexes, and "base table",
  // separated by ", ". It is empty if they read only the base table or read no data.
  std::string index = {};
  int requests = 1;  // the number of all requests that the method sends
  std::function<Wrong()> check = {};
  // These functions run before and after the measured check. They prepare data and check the effect, with requests of
  // their own.
  std::function<Wrong()> before = {};
  std::function<Wrong()> after = {};
  bool filters = false;  // true if the pattern demonstrates a filter, which reads more items than it returns
};

struct PatternGroup {
  std::string title;  // such as "Read pattern"
  std::vector<AccessPattern> patterns;
};

// A system that runs on a database, which it keeps.
struct Instance {
  // Writes the data that the patterns expect and removes the remains of earlier runs. Data of other programs stay.
  std::function<partita::Result<void>()> load_sample;
  // Adds a thousand items that belong to no answer but are in the same partitions. It runs once, after load_sample.
  std::function<partita::Result<void>()> load_unrelated;
  // The groups in the order in which they must run on freshly loaded sample data.
  std::vector<PatternGroup> groups;
};

struct System {
  std::string_view name;     // the name of the folder and of the demo
  std::string_view summary;  // one line for the help
  // The system's tables and access patterns. The README shows pt::to_mermaid of the tables as its key map, and
  // `partita demo SYSTEM --model` prints all of it.
  partita::model::ModelInfo (*model)() = nullptr;
  // Creates the tables that are missing. Errors: those of pt::db::create_table_if_missing.
  partita::Result<Instance> (*start)(std::shared_ptr<partita::Database> database) = nullptr;
};

}  // namespace systems
