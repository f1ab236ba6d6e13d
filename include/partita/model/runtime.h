// The functions of the library that the typed front (db.h) calls: reads and writes over a model's description, on
// attribute values.
//
// The front checks types and plans at compile time, and turns structs into attribute maps. All decisions that depend on
// values are made behind these functions. Maps of fields hold values under the fields' *attribute* names.
//
// Every function works in two modes. Mode::Wait calls `done` before it returns, on the calling thread. Mode::Async
// never waits, and calls `done` on any thread, perhaps before it returns. `done` is called exactly once. A request
// belongs to the function that receives it. The descriptions that it points to must live as long as the program.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/export.h>
#include <partita/item.h>
#include <partita/model/runtime/description.h>
#include <partita/model/runtime/path.h>
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

// <partita/database_class.h> declares these. The front needs only their names.
namespace partita {
class Database;
struct CreateTableRequest;
}  // namespace partita

namespace partita::model {

// The way in which a function gives its answer. The head of this file describes the two.
enum class Mode : std::uint8_t { Wait, Async };

template <class T>
using Done = std::function<void(Result<T>)>;

// ---- the session: a database with the data of the model layer

// The policy for requests whose items the database left unprocessed.
struct RetryPolicy {
  int attempts = 10;                          // the attempts for one request
  std::chrono::milliseconds first_delay{25};  // doubles for each attempt; a random part of it is waited
  std::chrono::milliseconds longest_delay{5'000};
};

// The settings of a session.
struct SessionOptions {
  // A text in front of every table's name, unless `table_names` has the table. "develop." makes develop.Favorite.
  std::string table_prefix = {};
  std::vector<std::pair<std::string, std::string>> table_names = {};  // the declared name and the name to use
  // Page tokens are signed with the first key and accepted with any of them. Without keys the session uses a random
  // one, so that its tokens are valid only in this session.
  std::vector<std::string> page_token_keys = {};
  RetryPolicy retries = {};
  int read_first_attempts = 5;  // the attempts of an update with .read_first()
  // Returns the time for time to live, in milliseconds since 1970. The default is the system's clock.
  std::function<std::int64_t()> now_ms = {};
};

// With Yes, a read sees all writes that were acknowledged before it. It costs twice the capacity units on the service.
enum class ConsistentRead : std::uint8_t { No, Yes };

class Session;  // A session is safe to use from several threads.

// Makes a session. `database` lives as long as the session and the work under way.
PARTITA_API std::shared_ptr<Session> make_session(std::shared_ptr<Database> database, SessionOptions options);
PARTITA_API std::shared_ptr<Session> make_session(std::shared_ptr<Database> database);
PARTITA_API std::shared_ptr<Session> make_session(std::unique_ptr<Database> database);
PARTITA_API Database& database_of(Session& session);
PARTITA_API std::string table_name(const Session& session, const TableInfo& table);

// The cost of a call.
struct PARTITA_API Cost {
  int requests = 0;
  std::int64_t evaluated = 0;  // items that were read
  std::int64_t returned = 0;   // items that the filter let through
  double capacity_units = 0;
};

// ---- conditions and filters

// The meaning of an absent value. It is the value of the whole path, or of its first `steps` steps.
struct AbsentValue {
  std::size_t steps = 0;
  AttributeValue value = {};
  bool is_null = false;  // The value is an element of a list or map: an empty one is NULL and not absent.
};

// A tree of conditions over attribute paths. The library writes it as an expression with placeholders.
struct PARTITA_API Predicate {
  enum class Kind : std::uint8_t {
    None,  // always true
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    In,
    Exists,
    NotExists,
    HasType,
    BeginsWith,
    Contains,
    SizeEqual,
    SizeNotEqual,
    SizeLess,
    SizeLessOrEqual,
    SizeGreater,
    SizeGreaterOrEqual,
    And,
    Or,
    Not,
  };
  Kind kind = Kind::None;
  Path path = {};                           // begins with an attribute of the item
  std::vector<AttributeValue> values = {};  // the operands
  std::vector<Predicate> children = {};     // the operands of And, Or and Not
  // The meanings of absent values that the defaults of the entity's own members do not cover: an empty set, and
  // defaults of members of structs inside of the item.
  std::vector<AbsentValue> absent = {};
};

// ---- reads

// A range that a call puts on the plan's range field or bucket field.
struct SortRange {
  enum class Kind : std::uint8_t { None, Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };
  Kind kind = Kind::None;
  AttributeValue low = {};  // the only operand, except for Between
  AttributeValue high = {};
};

// A row that was read and that the model cannot use.
struct PARTITA_API UnreadableRow {
  AttributeMap key = {};     // the table's primary key
  std::string entity = {};   // empty: the item belongs to no entity of the table
  Error reason = {};         // the error of a call that fails for this row
  std::size_t position = 0;  // the position of the key in a call with several keys
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

// An item of the answer.
struct PARTITA_API Row {
  const EntityInfo* entity = nullptr;
  Item item = {};  // as stored; its bytes fill the structs
  // The fields that only the keys hold. If the row has no item, it has all attributes.
  AttributeMap added = {};
  // Returns all attributes, decoded.
  AttributeMap attributes() const;
};

// Returns the item as a row. `entity` is nullptr if the item belongs to no entity of the table.
PARTITA_API Row row_of(const TableInfo& table, AttributeMap item);
// Returns the report of a row that was read and could not be decoded. Requires: `row` has its key attributes.
PARTITA_API UnreadableRow unreadable_row(const TableInfo& table, const Row& row, Error reason,
                                         std::size_t position = 0);

// The answer of a read.
struct PARTITA_API RowPage {
  std::vector<Row> rows = {};
  std::optional<std::string> token = {};  // absent after the last item
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
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
// Counts the rows of all pages. Only the numbers come over the wire. Rows that could not be read are counted too.
// Errors: as for `read`; ValidationException for a request with `take` or `read_at_most`.
PARTITA_API void count(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<Count> done);

// The first request that `read` would send.
struct Explanation {
  std::string operation = {};  // "Query" or "GetItem"
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

// One item to read by its primary key. batch_get() reads chunks of 100 items, and asks again for keys that the database
// left unprocessed, with growing delays.
struct GetRequest {
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  AttributeMap values = {};  // the values of the primary key's fields
};
// The answer of batch_get() and transact_get().
struct BatchRows {
  std::vector<std::optional<Row>> rows = {};  // by position; absent: the table has no such item
  std::vector<std::size_t> unread = {};       // positions that the database left unprocessed to the end
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};  // items of another entity than the requested one
};
PARTITA_API void batch_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                           bool consistent, Done<BatchRows> done);
// Reads at most 100 items as of one moment.
PARTITA_API void transact_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                              Done<BatchRows> done);

// A scan for the items of one entity in the table or in one of its indexes.
struct ScanRead {
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  int index = kNone;                      // into the table's indexes; kNone: the table
  int segments = 1;                       // the number of parts that are read in parallel
  std::optional<std::int64_t> take = {};  // the maximum number of rows in a page
  std::optional<std::string> after = {};  // the token of a scan of the same entity, place and number of segments
  bool consistent = false;
  bool expired_too = false;
  Predicate filter = {};
};
// Reads one page. It has `take` rows. Without `take` it has the rows of one request for each segment, which may be
// empty although more rows follow.
PARTITA_API void scan_page(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, Done<RowPage> done);
// Reads all pages. `each` is called with the rows of a request, from one thread at a time, and never without rows. If
// it returns false, the scan ends. The page's token continues the scan behind that page, in all segments.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, ScanRead what,
                      std::function<bool(RowPage)> each, Done<Cost> done);

// Scans one entity's items in parallel. `each` is called with the rows of a page, from one thread at a time. If it
// returns false, the scan ends.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                      const EntityInfo& entity, int segments, Predicate filter,
                      std::function<bool(std::vector<Row>)> each, Done<Cost> done);

// ---- writes

// The range of a whole number's type.
struct WholeRange {
  std::int64_t least = 0;
  std::uint64_t most = 0;
};

// One change of an update.
struct PARTITA_API Change {
  enum class Kind : std::uint8_t {
    Set,
    SetIfAbsent,  // keeps a stored value
    Increment,    // by a number, which may be negative; an absent value counts as zero
    Append,       // elements of a list
    Prepend,
    AddToSet,
    RemoveFromSet,
    Remove,  // removes the attribute
  };
  Kind kind = Kind::Set;
  int field = kNone;  // the member that is changed, or in which `path` leads
  // If empty, the change is of the member itself. Otherwise it is a whole path as in Predicate, from the field's
  // attribute on.
  Path path = {};
  AttributeValue value = {};
  // The range of the member's type, for an increment. The write is conditional on it, because the member could not read
  // a value outside of it.
  std::optional<WholeRange> range = {};
};

// A write of one item. `table` and `entity` must be set.
struct PARTITA_API WriteRequest {
  enum class Kind : std::uint8_t {
    Create,  // the item must not exist
    Put,     // replaces the item
    Update,  // the item must exist
    Upsert,  // creates the item if it does not exist
    Remove,
    Check,  // writes nothing; only in a transaction
    Move,   // from `values` to `moved_to`: a change of the primary key, in one transaction
  };
  Kind kind = Kind::Put;
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  // For Create and Put, all stored fields and those of the keys. For the other kinds, the fields of the primary key.
  AttributeMap values = {};
  AttributeMap moved_to = {};  // all fields
  std::vector<Change> changes = {};
  // The values of fields before the write, on which the write is conditional. A value without a type means absent.
  AttributeMap given = {};
  bool read_first = false;
  bool must_exist = false;   // for Remove and Check
  bool returns_old = false;  // The answer has the item before the write.
  std::optional<std::int64_t> expected_version = {};
  bool any_version = false;
  Predicate condition = {};

  // The library contains these functions, because every program of the model layer would otherwise compile their code.
  WriteRequest();
  WriteRequest(const WriteRequest&);
  WriteRequest(WriteRequest&&) noexcept;
  WriteRequest& operator=(const WriteRequest&);
  WriteRequest& operator=(WriteRequest&&) noexcept;
  ~WriteRequest();
};

// The answer of a write.
struct PARTITA_API WriteAnswer {
  // The item after the write (Create, Put, Update, Upsert, Move) or before it (Remove). It is absent if no such item
  // exists.
  std::optional<Row> row = {};
  // The item before the write, for a request with `returns_old`. It is absent if no such item existed. An update or
  // upsert in one request has no `row` then, because the database returns only one of the two.
  std::optional<Row> old = {};
  // The reason for which a row is missing although the item exists, or existed. The write is done, but its answer was
  // lost, or the item could not be read afterwards.
  std::optional<Error> unread = {};
  Cost cost = {};
};

// Carries out one write. It is one request, unless a unique field, read_first or a move needs more.
// Errors: those of the database; ConditionalCheckFailedException with the refusal and the stored item; VersionConflict
// with the stored item; OutcomeUnknown; ValidationException.
PARTITA_API void write(const std::shared_ptr<Session>& session, Mode mode, WriteRequest request,
                       Done<WriteAnswer> done);
// Does the same and waits for the answer. If the request is an error, returns it.
PARTITA_API Result<WriteAnswer> write_now(const std::shared_ptr<Session>& session, const Result<WriteRequest>& request);

// The first request that `write` would send.
struct WriteExplanation {
  // "PutItem", "UpdateItem", "DeleteItem" or "TransactWriteItems". It is "GetItem" if the item is read first, because
  // the write then depends on the item.
  std::string operation = {};
  std::string table = {};
  std::string update = {};  // the update of the item itself, with values in place
  std::string condition = {};
  int actions = 1;  // the actions of a transaction: the item and its sentinels
  // The service's price for items of `item_bytes`. The entries of indexes are not counted.
  double capacity_units = 0;
  std::string request_json = {};  // as it goes over the wire
};
PARTITA_API Result<WriteExplanation> explain_write(const std::shared_ptr<Session>& session, const WriteRequest& request,
                                                   std::int64_t item_bytes = 400);

// Carries out all writes or none, over one or more tables. The request carries a token, so that a repetition has no
// effect.
// Errors: as for `write`. A failed condition and a version conflict name the position, counted from 0, and have the
// item.
PARTITA_API void transact(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                          Done<Cost> done);

// The outcome of a batch. Puts and removes are sent in chunks of 25. Unprocessed ones are sent again, with growing
// delays.
struct BatchOutcome {
  std::vector<std::size_t> unwritten = {};  // positions that the database left unprocessed to the end
  Cost cost = {};
};
// Puts and removes items, without conditions and not atomically.
// Errors: ValidationException before the first request if an item is too large or two requests are for one item; the
// errors of the database, after which a part of the items is written.
// Requires: each request is a Kind::Put or Kind::Remove, for an entity without version and unique fields.
PARTITA_API void batch_write(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                             Done<BatchOutcome> done);

// ---- tables

// Returns the request for the model's keys, attribute types, indexes and projections. The billing mode is pay per
// request.
PARTITA_API CreateTableRequest create_table_request(const Session& session, const TableInfo& table);
// Returns the attribute by which items expire, or nullopt if no entity has one.
// Errors: ValidationException if the entities name different attributes, because a table can have only one.
PARTITA_API Result<std::optional<std::string>> ttl_attribute(const TableInfo& table);
// Creates the table, enables its time to live, and waits until it and its indexes are ACTIVE. The answer says whether
// this call created it. If the table exists, missing parts are added, because a program may have ended in the middle:
// time to live, and global indexes unless items may lack their keys. If the table is being deleted, the function waits
// and creates it again. Indexes and a time to live that the model does not know are not reported as differences,
// because a newer program may have added them.
// Errors: those of the database; ValidationException that lists the differences of an existing table, or names the
// index whose keys items may lack; ServiceUnavailable if the table does not become ACTIVE.
PARTITA_API void create_table_if_missing(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                                         Done<bool> done);

// ---- streams

// Reads the records of an event in the form that a Lambda function receives: JSON with a member Records, or one record.
// Each record can be parsed by itself, so that an unreadable one does not stop the others.
// Errors: SerializationException if the JSON is malformed or is not such an event.
PARTITA_API Result<std::vector<StreamRecord>> read_stream_event(std::string_view json);

// ---- upkeep

// A fault that verify() found in a stored item.
struct Finding {
  enum class Kind : std::uint8_t {
    Stale,       // a key attribute or the type tag differs from the value that the fields give
    Foreign,     // the item belongs to no entity of the model
    Phantom,     // the item lacks fields that its entity requires, or has one of another type
    Orphan,      // a unique field's sentinel without its owner, or an owner without its sentinel
    Unreadable,  // the program cannot decode the item, although its fields have the right types
  };
  Kind kind = Kind::Stale;
  AttributeMap key = {};    // the item's key
  std::string entity = {};  // empty: the item belongs to no entity
  std::string detail = {};
  bool repairable = false;
};
// The answer of verify().
struct VerifyReport {
  std::int64_t items = 0;      // items that were read, sentinels included
  std::int64_t sentinels = 0;  // the sentinels of unique fields among them
  std::vector<Finding> findings = {};
  std::int64_t repaired = 0;  // how many of the findings were repaired

  std::int64_t count(Finding::Kind kind) const {
    return std::count_if(findings.begin(), findings.end(), [kind](const Finding& f) { return f.kind == kind; });
  }
};
PARTITA_API std::string_view to_text(Finding::Kind kind);  // "stale"

// Whether verify() also corrects the findings that are repairable.
enum class Repair : std::uint8_t { No, Yes };
// The settings of verify().
struct VerifyOptions {
  Repair repair = Repair::No;
  // Called after each page, from one thread at a time, with the findings so far. If it returns false, the scan ends.
  std::function<bool(const VerifyReport& so_far)> progress = {};
  // Returns the reason for which a row of one of the table's entities cannot be decoded, or nullopt if it can. If this
  // function is empty, rows are not decoded.
  std::function<std::optional<Error>(Row row)> decode = {};
};
// Scans the table and recomputes the keys of every item. With Repair::Yes, stale items get the index keys and the type
// tag that their fields give. Each such write is conditional on the values that it depends on and on the values that it
// replaces. A sentinel without owner is removed on the condition that the owner is still absent. A missing sentinel is
// written on the condition that its owner is still present.
// Items that changed in the meantime are left as they are. A primary key that differs from the fields is only reported,
// because a move could overwrite another item.
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
