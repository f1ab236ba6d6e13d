// A seeded series of operations on an engine, and the state that a database is in after each of them.
//
// Step i is the same in every run: a put, an update, a delete, a transaction with a token, or a change of the tables.
// Updates count, so that a step that is there in part, twice or out of order shows.
#pragma once

#include "support/requests.h"
#include "support/test_engine.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace partita::test {

// What a database holds, as its users see it.
struct DatabaseState {
  std::map<std::string, std::set<std::string>> tables;  // the names of their global indexes
  std::map<std::string, AttributeMap> items;            // by table, partition and sort key
  friend bool operator==(const DatabaseState&, const DatabaseState&) = default;
};

class EngineWorkload {
 public:
  static constexpr std::uint64_t kSteps = 60;

  explicit EngineWorkload(std::uint64_t seed) : seed_(seed) {}

  // Carries out step `i`, from 1 on.
  Result<void> run(TestEngine& engine, std::uint64_t i) const;
  bool has_token(std::uint64_t i) const;
  // The state after steps 1 to `n`.
  DatabaseState state_after(std::uint64_t n) const;

  static DatabaseState state_of(TestEngine& engine);

 private:
  enum class Kind : std::uint8_t { Put, Update, Delete, Transaction, CreateTable, AddIndex, DropIndex };
  Kind kind(std::uint64_t i) const;
  std::uint64_t random(std::uint64_t i, std::uint64_t what) const;
  AttributeMap key(std::uint64_t i, std::uint64_t member) const;
  AttributeMap item(std::uint64_t i, std::uint64_t member) const;
  TransactWriteItemsRequest transaction(std::uint64_t i) const;
  void apply(DatabaseState& state, std::uint64_t i) const;

  const std::uint64_t seed_;
};

}  // namespace partita::test
