// The search of a vector index, after its request was checked against the index.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/context.h"
#include "engine/threads/write_room.h"
#include "ops/prepared.h"
#include "value/view.h"

namespace partita::engine {

struct VectorSearch {
  // A search takes the candidates with the best ranks, this many more than it answers, and orders them by their scores.
  // So a rounding of the fast sums does not cost a result its place.
  static constexpr std::size_t kSpareCandidates = 16;
  // A search that reads a partition looks from time to time whether it should go on (check_exists()).
  static constexpr std::size_t kEntriesBetweenChecks = 256;

  ops::PreparedSearch prepared;
  catalog::TablePtr table;
  const catalog::IndexInfo* index = nullptr;  // points into `table`
  std::string prefix;                         // of the store keys of the entries to search
  struct Filter {
    std::string attribute;
    std::string value;  // encoded
  };
  std::vector<Filter> filters;
  WriteRoom::Share* room = nullptr;  // where the bytes of the results are counted; nullptr if they are few
};

// What a search answers.
struct SearchResults {
  std::vector<SearchResultItem> items;  // the best first, up to the service's limit of bytes
  std::size_t stored_bytes = 0;         // of the items before their projection, without the vectors
};

// The error of a search whose index does not exist any more. It keeps the entries from being erased, so it should end.
// Errors: ResourceNotFoundException, ValidationException.
Result<void> check_exists(const Context& context, const VectorSearch& search);
// Whether the entry's item has the values of all filters.
bool passes_filters(const VectorSearch& search, const value::ItemView& item);

// Finds the best entries, with the partition in memory if it fits there. It waits for the disk.
// Errors: those of check_exists(); InternalServerError, Corruption.
Result<SearchResults> search_entries(const Context& context, const VectorSearch& search);
// The same for an event loop, without waiting. nullopt if the partition is not in memory, or has more than `most_bytes`
// of vectors.
Result<std::optional<SearchResults>> search_at_once(const Context& context, const VectorSearch& search,
                                                    std::size_t most_bytes);
// Finds the best entries by reading all of them from the store. It sees one moment, and waits for the disk.
// Errors: those of check_exists(); InternalServerError, Corruption.
Result<SearchResults> search_store(const Context& context, const VectorSearch& search);

}  // namespace partita::engine
