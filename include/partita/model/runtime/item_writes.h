// Writes of items: one write, several in a transaction, and batches.
#pragma once

#include <partita/model/runtime/predicate.h>
#include <partita/model/runtime/rows.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace partita::model {

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
  FieldPosition field = kNone;  // the member that is changed, or in which `path` leads
  // If empty, the change is of the member itself. Otherwise it is a whole path as in Predicate, from the field's
  // attribute on.
  Path path = {};
  // The path ends in an element of a list or an entry of a map. An empty value is NULL there, and is not absent.
  bool of_element = false;
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
  // the write then depends on the item, or if the source of a copy is read. It is "Query" if the items with copies are
  // read.
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

// The outcome of a batch that was carried out whole.
struct BatchOutcome {
  Cost cost = {};
};
// Puts and removes items, without conditions and not atomically. They are sent in chunks of 25. Unprocessed ones are
// sent again, with growing delays.
// Errors: ValidationException before the first request if an item is too large or two requests are for one item; the
// errors of the database, after which a part of the items is written. If the database leaves writes unprocessed until
// the attempts are used up, that is ProvisionedThroughputExceededException, or the error of the last request. All
// errors after the first request have the positions of the writes that may be missing in Error::unfinished.
// Requires: each request is a Kind::Put or Kind::Remove, for an entity without version and unique fields.
PARTITA_API void batch_write(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                             Done<BatchOutcome> done);

}  // namespace partita::model

extern template class std::vector<partita::model::Change>;
extern template class std::vector<partita::model::WriteRequest>;
extern template class std::vector<partita::Result<partita::model::WriteRequest>>;
extern template class partita::expected<partita::model::WriteAnswer, partita::Error>;
extern template class partita::expected<partita::model::WriteRequest, partita::Error>;
