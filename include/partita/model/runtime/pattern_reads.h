// Reads of access patterns and of collections: their rows, their number, and the first request that they send.
#pragma once

#include <partita/model/runtime/predicate.h>
#include <partita/model/runtime/rows.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace partita::model {

// A range that a call puts on the plan's range field or bucket field.
struct SortRange {
  enum class Kind : std::uint8_t { None, Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };
  Kind kind = Kind::None;
  AttributeValue low = {};  // the only operand, except for Between
  AttributeValue high = {};
};

// A member of a collection that is read by itself, or that `take` counts.
struct MemberPart {
  const EntityInfo* entity = nullptr;
  std::vector<const EntityInfo*> below = {};  // entities whose items come directly behind these, in the same read
  // If true, only this member's part of the pattern's range is read, and items of other members are left out. If false,
  // the whole range is read, and take counts only this member.
  bool alone = true;
  bool mixed = false;        // Items of other members may be between those that take counts.
  std::int64_t singles = 0;  // if `alone` is false: the number of items of other members that are read first
};

// A read of a pattern. The defaults mean the whole pattern, as it was declared.
struct ReadRequest {
  const PatternInfo* pattern = nullptr;
  AttributeMap values = {};                       // the values of the fields in pattern->by
  SortRange range = {};                           // a range of the plan's range field
  std::optional<std::int64_t> take = {};          // the maximum number of matching items; absent: all
  std::optional<std::int64_t> read_at_most = {};  // the maximum number of evaluated items
  std::optional<std::string> after = {};          // the token of a page
  std::optional<bool> forward = {};               // absent: the plan's direction
  std::optional<bool> consistent = {};            // absent: the plan's choice
  Predicate filter = {};
  bool expired_too = false;                   // Items whose time to live has passed are in the answer.
  bool one_round = false;                     // sends at most one request, or one for each shard
  std::optional<Unreadable> unreadable = {};  // absent: the pattern's choice
  std::optional<MemberPart> part = {};        // set for a member of a collection
};

// Carries out the pattern's plan. This is a GetItem, or Query pages until `take`, `read_at_most` or the end is reached.
// All shards of a sharded index are read in parallel and merged by sort key.
// Errors: those of the database; ValidationException if the token belongs to another read or a value cannot be in a
// key; with Unreadable::Fail, the reason of an item that belongs to no entity of the pattern.
PARTITA_API void read(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<RowPage> done);

// A filter for the items of one entity of a collection. A collection has items of several entities whose keys are
// together.
struct MemberFilter {
  const EntityInfo* entity = nullptr;
  Predicate predicate = {};
};
// A member of a collection.
struct CollectedMember {
  const EntityInfo* entity = nullptr;
  bool single = false;                        // at most one item, which is read with any `take`
  std::vector<const EntityInfo*> below = {};  // as in MemberPart
  std::vector<MemberFilter> filters = {};     // for its own entity, or for one of those in `below`
};
// A read of a collection.
struct LoadRequest {
  ReadRequest read = {};  // `take` is for each member that is not single, and `after` is a token of load()
  std::vector<CollectedMember> members = {};
};
// Reads all rows of a collection. They come in the order of the keys, or in the order of the members if these must be
// read one by one. With `take`, each member that is not single has as many rows, and the token continues all of them.
// The single items are on each page. One request is sent if the single items come first and one member follows them, or
// if no row is cut or filtered. Otherwise one request for each member is sent, in parallel.
// Errors: as for `read`; ValidationException if the keys do not tell the members apart.
PARTITA_API void load(const std::shared_ptr<Session>& session, Mode mode, LoadRequest request, Done<RowPage> done);

// The number of rows of a pattern.
struct Count : Cost {
  std::int64_t count = 0;
};
// Counts the rows of all pages. Only the numbers come over the wire, unless no filter can tell which rows count. Rows
// that could not be read are counted too. Errors: as for `read`; ValidationException for a request with `take` or
// `read_at_most`.
PARTITA_API void count(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<Count> done);

// The first request that `read` would send.
struct Explanation {
  std::string operation = {};  // "Query", "GetItem" or "SearchVectors"
  std::string table = {};
  std::string index = {};          // empty: the table
  std::string key_condition = {};  // with its values in place
  std::string filter = {};
  int requests = 1;  // the number of parallel requests: more than one for a sharded index
  // The service's price for one page, if each item has `item_bytes` bytes.
  double capacity_units = 0;
  std::string request_json = {};  // as it goes over the wire; the first of several
};
PARTITA_API Result<Explanation> explain(const std::shared_ptr<Session>& session, const ReadRequest& request,
                                        std::int64_t item_bytes = 400);
// Explains the first read of several. `requests` and `capacity_units` are the sums of all reads.
PARTITA_API Result<Explanation> explain(const std::shared_ptr<Session>& session, const LoadRequest& request,
                                        std::int64_t item_bytes = 400);

}  // namespace partita::model
