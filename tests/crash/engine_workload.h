// A seeded series of operations on an engine, and the state of the database after each of them.
//
// Step i is the same in every run: a put, an update, a delete, a transaction with a token, or a change of the tables.
// Updates count up, so that the state shows a step that is stored in part, twice or out of order.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::test {

// The contents of a database, as its users see them.
struct DatabaseState {
  std::map<std::string, std::set<std::string>> tables;  // the names of their global indexes
  std::map<std::string, AttributeMap> items;            // by table, partition and sort key
  std::vector<std::size_t> shards;                      // the number of shards of each stream
  bool has_stream = false;                              // the last stream is enabled
  friend bool operator==(const DatabaseState&, const DatabaseState&) = default;
};

class EngineWorkload {
 public:
  static constexpr std::uint64_t kSteps = 60;

  explicit EngineWorkload(std::uint64_t seed) : seed_(seed) {}

  // Performs step `i`; the first is 1.
  Result<void> run(TestEngine& engine, std::uint64_t i) const;
  bool has_token(std::uint64_t i) const;
  // The state after steps 1 to `n`.
  DatabaseState state_after(std::uint64_t n) const;

  static DatabaseState state_of(TestEngine& engine);

 private:
  enum class Kind : std::uint8_t {
    Put,
    Update,
    Delete,
    Transaction,
    CreateTable,
    AddIndex,
    DropIndex,
    RollStream,
    DisableStream,
    EnableStream
  };
  Kind kind(std::uint64_t i) const;
  std::uint64_t random(std::uint64_t i, std::uint64_t what) const;
  AttributeMap key(std::uint64_t i, std::uint64_t member) const;
  AttributeMap item(std::uint64_t i, std::uint64_t member) const;
  TransactWriteItemsRequest transaction(std::uint64_t i) const;
  void apply(DatabaseState& state, std::uint64_t i) const;

  const std::uint64_t seed_;
};

}  // namespace partita::test
