// What the typed front (db.h) asks of the library: reads and writes over a model's description, on attribute values.
//
// The front checks types and plans at compile time and turns structs into attribute maps; all that is decided by values
// happens behind these functions. Field maps hold values under the fields' *attribute* names.
//
// Every function works in two modes: Mode::Wait calls `done` before it returns, on the calling thread; Mode::Async never
// waits and calls `done` on any thread, perhaps before it returns. `done` is called exactly once.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/export.h>
#include <partita/item.h>
#include <partita/model/description.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// <partita/database.h> declares them; the front needs no more than their names, and compiles in two thirds of the memory.
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
PARTITA_API Database& database_of(Session& session);
PARTITA_API std::string table_name(const Session& session, const TableInfo& table);

// What a call cost.
struct Cost {
  int requests = 0;
  std::int64_t evaluated = 0;   // items read
  std::int64_t returned = 0;    // items that the filter let through
  double capacity_units = 0;
};

// ---- conditions and filters

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
  std::string path = {};                     // attribute names joined with '.', list elements as [n]
  std::vector<AttributeValue> values = {};   // operands
  std::vector<Predicate> children = {};      // of And, Or, Not
};

// ---- reads

struct SortRange {
  enum class Kind : std::uint8_t { None, Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };
  Kind kind = Kind::None;
  AttributeValue low = {};   // the only operand but for Between
  AttributeValue high = {};
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
};

// An item of the answer.
struct PARTITA_API Row {
  const EntityInfo* entity = nullptr;
  Item item = {};           // as stored; structs are filled from its bytes
  AttributeMap added = {};  // the fields that only the keys hold; where there is no item, all attributes
  // All of them, decoded.
  AttributeMap attributes() const;
};

struct RowPage {
  std::vector<Row> rows = {};
  std::optional<std::string> token = {};  // none after the last item
  Cost cost = {};
};

// Carries out the pattern's plan: GetItem, or Query pages until `take`, `read_at_most` or the end is reached; all shards
// of a sharded index side by side, merged by sort key.
// Errors: the database's; ValidationException for a foreign page token, a value that cannot stand in a key, an item that
// belongs to no entity of the pattern.
PARTITA_API void read(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<RowPage> done);

// The same, waiting for the answer.
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
};
PARTITA_API void batch_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                           bool consistent, Done<BatchRows> done);
// One snapshot of at most 100 items.
PARTITA_API void transact_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                              Done<BatchRows> done);

// A parallel scan of one entity's items. `each` is called with the rows of a page, from one thread at a time; false ends
// the scan.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                      const EntityInfo& entity, int segments, Predicate filter,
                      std::function<bool(std::vector<Row>)> each, Done<Cost> done);

// ---- writes

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
  std::string path = {};     // empty: the member itself; else as in Predicate: whole, from the field's attribute on
  AttributeValue value = {};
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

struct WriteAnswer {
  // The item after the write (Create, Put, Update, Upsert, Move) or before it (Remove); none where there was none.
  std::optional<Row> row = {};
  // Why there is no row although there is an item: it was to be read after the write, which is done. None: no such case.
  std::optional<Error> unread = {};
  Cost cost = {};
};

// One write, in one request unless a unique field, read_first or a move asks for more.
// Errors: the database's; ConditionalCheckFailedException with the refusal and the stored item, VersionConflict with the
// stored item, OutcomeUnknown, ValidationException.
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

// Puts and removes in chunks of 25; what is left unprocessed is sent again, with growing delays. Two on one item: error.
struct BatchOutcome {
  std::vector<std::size_t> unwritten = {};  // positions that the database left unprocessed to the end
  Cost cost = {};
};
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
// Errors: the database's; ValidationException that lists in what an existing table differs, or names the index that
// items may lack the keys of; ServiceUnavailable where the table does not become ACTIVE.
PARTITA_API void create_table_if_missing(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                                         Done<bool> done);

// ---- upkeep

struct Finding {
  enum class Kind : std::uint8_t {
    Stale,      // a key attribute, or the type tag, is not what the fields say
    Foreign,    // an item of no entity of the model
    Phantom,    // an item that lacks fields its entity requires, or has one of another type
    Orphan,     // a unique field's sentinel whose owner is gone, or an owner without sentinel
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
extern template class std::vector<partita::model::WriteRequest>;
