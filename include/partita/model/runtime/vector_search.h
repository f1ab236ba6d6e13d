// Searches of vector indexes.
#pragma once

#include <partita/model/runtime/pattern_reads.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace partita::model {

// A search of a pattern whose plan is PlanOperation::Search.
struct SearchRead {
  const PatternInfo* pattern = nullptr;
  AttributeMap values = {};                           // the values of the fields in pattern->by
  AttributeMap filters = {};                          // further attributes that are inline filters, with their values
  std::vector<float> vector = {};                     // as long as the index has dimensions
  std::int64_t top_k = 10;                            // the most items, 1 to 100
  bool expired_too = false;                           // Items whose time to live has passed are in the answer.
  std::optional<Unreadable> unreadable = {};          // absent: the pattern's choice
  std::span<const std::string_view> attributes = {};  // those of the answer; empty: all but the vector
};

// The items that a search found, the best first.
struct PARTITA_API ScoredRows {
  std::vector<Row> rows = {};
  std::vector<float> scores = {};  // by position
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
  // Rows that readers may not see filled the largest answer that the database gives, so further items may exist.
  bool incomplete = false;
};

// Sends the search. If the index's inline filters have the type tag, it finds only items with the entity's tag. Items
// whose time to live has passed are left out, and so are entries whose members are not what was asked for
// (Cost::stale). If the answer is then too short, the search is sent again with a greater number of items, up to 100,
// which is the most that the database gives. `incomplete` says that these were not enough. Errors: those of the
// database; ValidationException if a value cannot be in a key or is absent; with Unreadable::Fail, the reason of an
// item that belongs to no entity or to another one.
PARTITA_API void search(const std::shared_ptr<Session>& session, Mode mode, SearchRead what, Done<ScoredRows> done);

// Returns the first request that search() would send. The service charges a search by bytes, so that `capacity_units`
// is 0. Errors: those of search() that need no database.
PARTITA_API Result<Explanation> explain_search(const std::shared_ptr<Session>& session, const SearchRead& what);

namespace detail {

struct StructReader;

// Adds the equalities of a condition that has only these, joined by And.
// Errors: ValidationException if an attribute is compared twice, or with an empty value.
PARTITA_API Result<void> add_search_filters(const Predicate& condition, AttributeMap& to);

// Turns the rows into structs at the end of the vector `structs`. Afterwards `scores` has one score for each struct.
// Rows that cannot be decoded are added to `unreadable`, or with Unreadable::Fail the first of them is the error.
PARTITA_API Result<void> decode_scored(const TableInfo& table, ScoredRows& rows, const StructReader& reader,
                                       void* structs, Unreadable what);

}  // namespace detail

}  // namespace partita::model
