// The search of a vector index, after its request was checked against the index.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <string>
#include <vector>

#include "engine/context.h"
#include "ops/prepared.h"

namespace partita::engine {

struct VectorSearch {
  // A search takes the candidates with the best ranks, this many more than it answers, and orders them by their scores.
  // So a rounding of the fast sums does not cost a result its place.
  static constexpr std::size_t kSpareCandidates = 16;

  ops::PreparedSearch prepared;
  catalog::TablePtr table;
  const catalog::IndexInfo* index = nullptr;  // points into `table`
  std::string prefix;                         // of the store keys of the entries to search
  struct Filter {
    std::string attribute;
    std::string value;  // encoded
  };
  std::vector<Filter> filters;
};

// A result of a search, before its projection.
struct FoundEntry {
  float score = 0;
  std::string key;    // the entry's key behind VectorSearch::prefix, which orders results with equal scores
  std::string value;  // the entry's value, see index/vector_entries.h
};

// Finds the best entries by reading all of them from the store. It sees one moment, and waits for the disk.
// Errors: InternalServerError, Corruption.
Result<std::vector<FoundEntry>> search_store(const Context& context, const VectorSearch& search);

}  // namespace partita::engine
