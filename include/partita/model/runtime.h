// What the typed front (db.h) asks of the library: reads and writes over a model's description, on attribute values.
//
// The front checks types and plans at compile time and turns structs into attribute maps; all that is decided by values
// happens behind these functions. Field maps hold values under the fields' *attribute* names.
//
// Every function works in two modes: Mode::Wait calls `done` before it returns, on the calling thread; Mode::Async
// never waits and calls `done` on any thread, perhaps before it returns. `done` is called exactly once.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/export.h>
#include <partita/item.h>
#include <partita/model/description.h>
#include <partita/model/path.h>
#include <partita/stream_record.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Declared in <partita/database_class.h>; the front needs no more than their names.
namespace partita {
class Database;
struct CreateTableRequest;
}  // namespace partita

namespace partita::model {

enum class Mode : std::uint8_t { Wait, Async };

template <class T>
using Done = std::function<void(Result<T>)>;

// ---- the session: a database with what the model layer adds

struct RetryPolicy {
  int attempts = 10;                            // of a request whose items were left unprocessed
  std::chrono::milliseconds first_delay{25};    // doubles each time; a random part of it is waited
  std::chrono::milliseconds longest_delay{5'000};
};

struct SessionOptions {
  // Put in front of every table's name ("develop." makes develop.Favorite), unless `table_names` has the table.
  std::string table_prefix = {};
  std::vector<std::pair<std::string, std::string>> table_names = {};  // declared name, name to use
  // Page tokens are signed with the first and accepted with any; none: a random key of this session.
  std::vector<std::string> page_token_keys = {};
  RetryPolicy retries = {};
  int read_first_attempts = 5;                  // of an update with .read_first()
  // The time, in milliseconds since 1970, for time to live. Default: the system's clock.
  std::function<std::int64_t()> now_ms = {};
};

enum class ConsistentRead : std::uint8_t { No, Yes };

class Session;  // safe to use from several threads

// Keeps `database` for as long as the session or work under way lives.
PARTITA_API std::shared_ptr<Session> make_session(std::shared_ptr<Database> database, SessionOptions options);
PARTITA_API std::shared_ptr<Session> make_session(std::shared_ptr<Database> database);
PARTITA_API std::shared_ptr<Session> make_session(std::unique_ptr<Database> database);
PARTITA_API Database& database_of(Session& session);
PARTITA_API std::string table_name(const Session& session, const TableInfo& table);

// What a call cost.
struct PARTITA_API Cost {
  int requests = 0;
  std::int64_t evaluated = 0;   // items read
  std::int64_t returned = 0;    // items that the filter let through
  double capacity_units = 0;
};

// ---- conditions and filters

// What an absent value stands for: the value itself, or what the first `steps` steps of the path lead to.
struct AbsentValue {
  std::size_t steps = 0;
  AttributeValue value = {};
  bool is_null = false;  // an element of a list or map, which is NULL where it is empty and not absent
};

// A tree over attribute paths; rendered into an expression with placeholders.
struct PARTITA_API Predicate {
  enum class Kind : std::uint8_t {
    None,  // always true
    Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual, Between, In,
    Exists, NotExists, HasType, BeginsWith, Contains,
    SizeEqual, SizeNotEqual, SizeLess, SizeLessOrEqual, SizeGreater, SizeGreaterOrEqual,
    And, Or, Not,
  };
  Kind kind = Kind::None;
  Path path = {};                            // from an attribute of the item on
  std::vector<AttributeValue> values = {};   // operands
  std::vector<Predicate> children = {};      // of And, Or, Not
  // Besides the defaults of the entity's own members: an empty set, and defaults of members of structs inside of it.
  std::vector<AbsentValue> absent = {};
};

// ---- reads

struct SortRange {
  enum class Kind : std::uint8_t { None, Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };
  Kind kind = Kind::None;
  AttributeValue low = {};   // the only operand but for Between
  AttributeValue high = {};
};

// A row that was read and that the model can make nothing of.
struct PARTITA_API UnreadableRow {
  AttributeMap key = {};     // of the table's primary key
  std::string entity = {};   // empty: none that the table has
  Error reason = {};         // what the call would fail with
  std::size_t position = 0;  // of the key in a call that gives several
};

// A member of a collection, which is read by itself or as the one that take counts.
struct MemberPart {
  const EntityInfo* entity = nullptr;
  std::vector<const EntityInfo*> below = {};  // entities whose items stand below these, and come with them
  // Only this member's part of the pattern's range is read, and items of other members are left out. Without it, all
  // of the range is read, and take counts this member alone.
  bool alone = true;
  bool mixed = false;                         // items of other members may stand between those that take counts
  std::int64_t singles = 0;                   // not alone: how many items of other members are read before these
};

struct ReadRequest {
  const PatternInfo* pattern = nullptr;
  AttributeMap values = {};                   // of the fields in pattern->by
  SortRange range = {};                       // of the plan's range field
  std::optional<std::int64_t> take = {};      // matching items, at most; none: all
  std::optional<std::int64_t> read_at_most = {};  // items evaluated, at most
  std::optional<std::string> after = {};      // a page's token
  std::optional<bool> forward = {};           // none: the plan's direction
  std::optional<bool> consistent = {};        // none: the plan's
  Predicate filter = {};
  bool expired_too = false;                   // items whose time to live has passed
  bool one_round = false;                     // no more than one request, or one for each shard
  std::optional<Unreadable> unreadable = {};  // none: what the pattern says
  std::optional<MemberPart> part = {};        // of a collection
};

// An item of the answer.
struct PARTITA_API Row {
  const EntityInfo* entity = nullptr;
  Item item = {};           // as stored; structs are filled from its bytes
  AttributeMap added = {};  // the fields that only the keys hold; where there is no item, all attributes
  // All of them, decoded.
  AttributeMap attributes() const;
};

// The item as a row. `entity` is nullptr where it is of no entity of the table.
PARTITA_API Row row_of(const TableInfo& table, AttributeMap item);
// What is said of a row that was read and could not be decoded. Its key attributes are still there.
PARTITA_API UnreadableRow unreadable_row(const TableInfo& table, const Row& row, Error reason, std::size_t position = 0);

struct PARTITA_API RowPage {
  std::vector<Row> rows = {};
  std::optional<std::string> token = {};  // none after the last item
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
};

// Carries out the pattern's plan: GetItem, or Query pages until `take`, `read_at_most` or the end is reached; all
// shards of a sharded index side by side, merged by sort key.
// Errors: the database's; ValidationException for a foreign page token, a value that cannot stand in a key; with
// Unreadable::Fail, an item that belongs to no entity of the pattern.
PARTITA_API void read(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<RowPage> done);

// A collection: items of several entities that stand together.
struct MemberFilter {
  const EntityInfo* entity = nullptr;
  Predicate predicate = {};
};
struct CollectedMember {
  const EntityInfo* entity = nullptr;
  bool single = false;                        // one item or none; it is always read, whatever `take` says
  std::vector<const EntityInfo*> below = {};  // as in MemberPart
  std::vector<MemberFilter> filters = {};     // of its own entity, or of one of those below
};
struct LoadRequest {
  ReadRequest read = {};  // `take` is for each member that is not single; `after` is a token of load
  std::vector<CollectedMember> members = {};
};
// All rows, in the order of the members where they have to be read one by one, else in that of the keys. With `take`,
// each member that is not single has as many, and the token goes on with all of them; the singles are on each page. One
// request where the singles come first and one member follows them, or where nothing is cut or filtered; else one for
// each member, side by side.
// Errors: as `read`; ValidationException where the keys do not tell the members apart.
PARTITA_API void load(const std::shared_ptr<Session>& session, Mode mode, LoadRequest request, Done<RowPage> done);

// How many rows a pattern has.
struct Count : Cost {
  std::int64_t count = 0;
};
// Counts without reading the rows across the wire, and follows all pages. Rows that could not be read count too.
// Errors: as `read`; ValidationException for a request with `take` or `read_at_most`.
PARTITA_API void count(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<Count> done);

// The same as `read`, waiting for the answer.
PARTITA_API Result<RowPage> read_now(const std::shared_ptr<Session>& session, const ReadRequest& request);

// The first request that `read` would send.
struct Explanation {
  std::string operation = {};       // "Query" or "GetItem"
  std::string table = {};
  std::string index = {};           // empty: the table
  std::string key_condition = {};   // with its values in place
  std::string filter = {};
  int requests = 1;                 // that go out side by side: more than one for a sharded index
  // For one page of items of `item_bytes`: what the service would charge.
  double capacity_units = 0;
  std::string request_json = {};    // as it goes over the wire; the first of several
};
PARTITA_API Result<Explanation> explain(const std::shared_ptr<Session>& session, const ReadRequest& request,
                                        std::int64_t item_bytes = 400);
// Of the first read of several; `requests` and `capacity_units` are of all of them.
PARTITA_API Result<Explanation> explain(const std::shared_ptr<Session>& session, const LoadRequest& request,
                                        std::int64_t item_bytes = 400);

// Items by primary key, in chunks of 100; keys left unprocessed are asked for again, with growing delays.
struct GetRequest {
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  AttributeMap values = {};  // of the primary key's fields
};
struct BatchRows {
  std::vector<std::optional<Row>> rows = {};  // by position; none: there is no such item
  std::vector<std::size_t> unread = {};       // positions that the database left unprocessed to the end
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};  // items of another entity than was asked for
};
PARTITA_API void batch_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                           bool consistent, Done<BatchRows> done);
// One snapshot of at most 100 items.
PARTITA_API void transact_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                              Done<BatchRows> done);

// The items of one entity, wherever they stand in the table, or in one of its indexes.
struct ScanRead {
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  int index = kNone;                     // into the table's indexes; kNone: the table
  int segments = 1;                      // that are read side by side
  std::optional<std::int64_t> take = {};  // rows, at most, of a page
  std::optional<std::string> after = {};  // a token of a scan of the same entity, place and number of segments
  bool consistent = false;
  bool expired_too = false;
  Predicate filter = {};
};
// One page: `take` rows, or without it what one request for each segment gives, which may be none although there are
// more.
PARTITA_API void scan_page(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, Done<RowPage> done);
// All pages. `each` is called with the rows of a request, from one thread at a time, never without rows; false ends the
// scan. The page's token goes on behind it, in all segments.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, std::function<bool(RowPage)> each,
                      Done<Cost> done);

// A parallel scan of one entity's items. `each` is called with the rows of a page, from one thread at a time; false
// ends the scan.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                      const EntityInfo& entity, int segments, Predicate filter,
                      std::function<bool(std::vector<Row>)> each, Done<Cost> done);

// ---- writes

// What a whole number's type can hold.
struct WholeRange {
  std::int64_t least = 0;
  std::uint64_t most = 0;
};

// One change of an update.
struct PARTITA_API Change {
  enum class Kind : std::uint8_t {
    Set,
    SetIfAbsent,     // keeps a value that is there
    Increment,       // by a number, which may be negative; absent counts as zero
    Append,          // list elements
    Prepend,
    AddToSet,
    RemoveFromSet,
    Remove,          // the attribute goes
  };
  Kind kind = Kind::Set;
  int field = kNone;         // the member that is changed, or inside of which `path` leads
  Path path = {};            // empty: the member itself; else as in Predicate: whole, from the field's attribute on
  AttributeValue value = {};
  // Of an increment: of the member's type, which could not be read outside of it. The write is conditional on it.
  std::optional<WholeRange> range = {};
};

struct PARTITA_API WriteRequest {
  enum class Kind : std::uint8_t {
    Create,  // must not exist
    Put,     // replaces
    Update,  // must exist
    Upsert,  // creates what does not exist
    Remove,
    Check,   // writes nothing; in a transaction only
    Move,    // from `values` to `moved_to`: a change of the primary key, in one transaction
  };
  Kind kind = Kind::Put;
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  // Create, Put: all stored fields and those of the keys. The others: the fields of the primary key.
  AttributeMap values = {};
  AttributeMap moved_to = {};         // all fields
  std::vector<Change> changes = {};
  AttributeMap given = {};            // what fields hold before the write (no type: absent), a condition of the write
  bool read_first = false;
  bool must_exist = false;            // Remove
  bool returns_old = false;           // the answer has the item as it was
  std::optional<std::int64_t> expected_version = {};
  bool any_version = false;
  Predicate condition = {};

  // In the library, because every program of the model layer uses them and would compile their code anew.
  WriteRequest();
  WriteRequest(const WriteRequest&);
  WriteRequest(WriteRequest&&) noexcept;
  WriteRequest& operator=(const WriteRequest&);
  WriteRequest& operator=(WriteRequest&&) noexcept;
  ~WriteRequest();
};

struct PARTITA_API WriteAnswer {
  // The item after the write (Create, Put, Update, Upsert, Move) or before it (Remove); none where there was none.
  std::optional<Row> row = {};
  // Of a request with `returns_old`: the item before the write; none where there was none. An update or upsert in one
  // request has no row then, as the database returns one of the two.
  std::optional<Row> old = {};
  // Why a row is missing although there is, or was, an item: the write is done, but the answer was lost, or the item could
  // not be read after it. None: no such case.
  std::optional<Error> unread = {};
  Cost cost = {};
};

// One write, in one request unless a unique field, read_first or a move asks for more.
// Errors: the database's; ConditionalCheckFailedException with the refusal and the stored item, VersionConflict with
// the stored item, OutcomeUnknown, ValidationException.
PARTITA_API void write(const std::shared_ptr<Session>& session, Mode mode, WriteRequest request,
                       Done<WriteAnswer> done);
// The same, waiting for the answer; a request that is an error is the answer.
PARTITA_API Result<WriteAnswer> write_now(const std::shared_ptr<Session>& session, const Result<WriteRequest>& request);

// The first request that `write` would send.
struct WriteExplanation {
  std::string operation = {};     // "PutItem", "UpdateItem", "DeleteItem" or "TransactWriteItems"; "GetItem" where the item
                                  // is read first, and the write then follows from what is read
  std::string table = {};
  std::string update = {};        // of the item itself, with values in place
  std::string condition = {};
  int actions = 1;                // of a transaction: the item and its sentinels
  // What the service would charge for items of `item_bytes`, the entries of indexes not counted.
  double capacity_units = 0;
  std::string request_json = {};  // as it goes over the wire
};
PARTITA_API Result<WriteExplanation> explain_write(const std::shared_ptr<Session>& session, const WriteRequest& request,
                                                   std::int64_t item_bytes = 400);

// All or none, over one or more tables; the request carries a token, so that its repetition does nothing.
// Errors: as `write`; a failed condition and a version conflict name the position, from 0, and carry the item.
PARTITA_API void transact(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                          Done<Cost> done);

// Puts and removes in chunks of 25; what is left unprocessed is sent again, with growing delays. Two on one item:
// error.
struct BatchOutcome {
  std::vector<std::size_t> unwritten = {};  // positions that the database left unprocessed to the end
  Cost cost = {};
};
// Errors: ValidationException before anything is sent: an item that is too large, two on one item; the database's, with what
// is written by then.
// Requires: Kind::Put or Kind::Remove, of entities without version and unique fields.
PARTITA_API void batch_write(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                             Done<BatchOutcome> done);

// ---- tables

// Keys, attribute types, indexes and projections as the model says; paid per request.
PARTITA_API CreateTableRequest create_table_request(const Session& session, const TableInfo& table);
// The attribute by which items expire; nullopt where no entity has one. Errors: ValidationException, where the entities
// name different attributes, as a table has but one.
PARTITA_API Result<std::optional<std::string>> ttl_attribute(const TableInfo& table);
// Creates the table and enables its time to live, and waits until it and its indexes are ACTIVE. Of a table that is there,
// what is missing is added, as a program may have ended in the middle: time to live, and global indexes, unless items
// may lack their keys. One that is being deleted is waited for and created anew. The answer says whether it was created.
// Indexes and a time to live that the model does not know are no difference: a newer program may have added them.
// Errors: the database's; ValidationException that lists in what an existing table differs, or names the index that
// items may lack the keys of; ServiceUnavailable where the table does not become ACTIVE.
PARTITA_API void create_table_if_missing(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                                         Done<bool> done);

// ---- streams

// The records of an event as a Lambda function gets it: JSON with a member Records, or one record. Each is parsed by
// itself, so that one that cannot be read does not stop the others.
// Errors: SerializationException where the JSON is malformed or no such event.
PARTITA_API Result<std::vector<StreamRecord>> read_stream_event(std::string_view json);

// ---- upkeep

struct Finding {
  enum class Kind : std::uint8_t {
    Stale,      // a key attribute, or the type tag, is not what the fields say
    Foreign,    // an item of no entity of the model
    Phantom,    // an item that lacks fields its entity requires, or has one of another type
    Orphan,     // a unique field's sentinel whose owner is gone, or an owner without sentinel
    Unreadable,  // an item that the program cannot decode, though its fields have the right types
  };
  Kind kind = Kind::Stale;
  AttributeMap key = {};        // of the item
  std::string entity = {};      // empty: none
  std::string detail = {};
  bool repairable = false;
};
struct VerifyReport {
  std::int64_t items = 0;      // read, sentinels too
  std::int64_t sentinels = 0;  // of unique fields
  std::vector<Finding> findings = {};
  std::int64_t repaired = 0;   // of the findings

  std::int64_t count(Finding::Kind kind) const {
    return std::count_if(findings.begin(), findings.end(), [kind](const Finding& f) { return f.kind == kind; });
  }
};
PARTITA_API std::string_view to_text(Finding::Kind kind);  // "stale"

enum class Repair : std::uint8_t { No, Yes };
struct VerifyOptions {
  Repair repair = Repair::No;
  // Called after each page, from one thread at a time, with what was found so far; false ends the scan.
  std::function<bool(const VerifyReport& so_far)> progress = {};
  // Why a row of one of the table's entities cannot be decoded; nullopt: it can. Without it, rows are not decoded.
  std::function<std::optional<Error>(Row row)> decode = {};
};
// Scans the table and recomputes the keys of every item. With Repair::Yes
// - stale items get the index keys and the type tag that their fields say, each conditional on that what these follow
//   from, and what they replace, is as it was read;
// - a sentinel without owner is removed, and an owner's missing sentinel written, conditional on the other.
// What changed in the meantime is left alone. A primary key that is not what the fields say is reported only, as to move
// an item may overwrite another.
PARTITA_API void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                        VerifyOptions options, Done<VerifyReport> done);
PARTITA_API void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, Repair repair,
                        Done<VerifyReport> done);

}  // namespace partita::model

extern template class std::vector<partita::model::Change>;
extern template class std::vector<partita::model::Predicate>;
extern template class std::vector<partita::model::Row>;
extern template class std::vector<partita::model::UnreadableRow>;
extern template class std::vector<partita::model::WriteRequest>;
extern template class std::vector<partita::Result<partita::model::WriteRequest>>;
extern template class partita::expected<void, partita::Error>;
extern template class partita::expected<partita::AttributeMap, partita::Error>;
extern template class partita::expected<partita::AttributeValue, partita::Error>;
extern template class partita::expected<partita::model::Cost, partita::Error>;
extern template class partita::expected<partita::model::Predicate, partita::Error>;
extern template class partita::expected<partita::model::RowPage, partita::Error>;
extern template class partita::expected<partita::model::WriteAnswer, partita::Error>;
extern template class partita::expected<partita::model::WriteRequest, partita::Error>;
