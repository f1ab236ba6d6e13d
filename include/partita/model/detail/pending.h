// The parts of a call that do not depend on the user's types, until the call is run. The library contains their code,
// so that programs need not compile it.
#pragma once

#include <partita/model/detail/table_calls.h>
#include <partita/model/runtime/item_reads.h>
#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/predicate.h>
#include <partita/model/value_codec.h>

namespace partita::model::detail {

// Returns a predicate that holds if both hold. If `a` has the kind None, returns `b`.
PARTITA_API Predicate both(Predicate a, Predicate b);

struct StructReader;

// The members of a collection that is to be loaded, with their filters.
class PARTITA_API PendingMembers {
 public:
  PendingMembers();
  ~PendingMembers();
  PendingMembers(const PendingMembers&);
  PendingMembers(PendingMembers&&) noexcept;
  PendingMembers& operator=(const PendingMembers&);
  PendingMembers& operator=(PendingMembers&&) noexcept;

  // Adds a member. `single` means at most one item.
  void add(const EntityInfo& entity, bool single);
  // Adds items of `inner` that belong to those of `outer`, which is the entity that was added last or one nested in it.
  // `is_below` means that their keys come directly behind those of the outer item, so that one read returns both.
  void nest(const EntityInfo& outer, const EntityInfo& inner, bool is_below);
  // Adds a filter for items of the entity. Errors: the error of the condition.
  Result<void> filter(const EntityInfo& entity, Result<Predicate> condition);

  bool filtered() const { return filtered_; }
  const std::vector<CollectedMember>& list() const { return list_; }

 private:
  std::vector<CollectedMember> list_;
  std::size_t added_ = 0;  // the position of the member that was added last
  bool filtered_ = false;
};

// A read that is not sent yet, without its types.
class PARTITA_API PendingRead {
 public:
  Result<RowPage> rows() const;
  void start_rows(Mode mode, Done<RowPage> done) const;
  // Turns the rows into structs at the end of the vector `structs`. The page has everything else. The vector must live
  // until the call is done.
  Result<RowPage> rows_into(const StructReader& reader, void* structs) const;
  void start_rows_into(Mode mode, const StructReader& reader, void* structs, Done<RowPage> done) const;
  void start_load(Mode mode, const PendingMembers& members, Done<RowPage> done) const;
  Result<Explanation> explain_load(const PendingMembers& members, std::int64_t item_bytes) const;
  // Returns the first request without sending it. `item_bytes` is the size of an item that the capacity units assume.
  Result<Explanation> explain(std::int64_t item_bytes = 400) const;

 protected:
  AnyCall<Count> count_rows() const;
  PendingRead(std::shared_ptr<Session> session, const PatternInfo& info);
  ~PendingRead();
  PendingRead(const PendingRead&);
  PendingRead(PendingRead&&) noexcept;
  PendingRead& operator=(const PendingRead&) = default;
  PendingRead& operator=(PendingRead&&) noexcept = default;
  // Keeps the first error, which becomes the answer.
  void note(const Result<void>& done);
  void add_filter(Result<Predicate> condition);
  // The treatment of rows that cannot be decoded.
  Unreadable unreadable() const { return request_.unreadable.value_or(request_.pattern->unreadable); }

  std::shared_ptr<Session> session_;
  ReadRequest request_;
  std::optional<Error> error_;
};

// Reads by primary key that are not sent yet, without their types.
class PARTITA_API PendingGets {
 public:
  enum class Kind : std::uint8_t { Batch, ConsistentBatch, Snapshot };

 protected:
  PendingGets(std::shared_ptr<Session> session, Kind kind);
  ~PendingGets();
  PendingGets(const PendingGets&);
  PendingGets(PendingGets&&) noexcept;
  PendingGets& operator=(const PendingGets&) = default;
  PendingGets& operator=(PendingGets&&) noexcept = default;
  Result<BatchRows> rows() const;
  void start_rows(Mode mode, Done<BatchRows> done) const;
  void add(GetRequest request, std::optional<Error> error);
  // With Unreadable::Fail, returns the error of the first row.
  static Result<void> accept_unreadable(Unreadable what, const std::vector<UnreadableRow>& rows);

  std::shared_ptr<Session> session_;
  Kind kind_;
  std::vector<GetRequest> requests_;
  std::optional<Error> error_;
  Unreadable unreadable_ = Unreadable::Report;
};

// Changes that are not sent yet, without their types.
class PARTITA_API PendingChanges {
 public:
  PendingChanges();
  ~PendingChanges();
  PendingChanges(const PendingChanges&);
  PendingChanges(PendingChanges&&) noexcept;
  PendingChanges& operator=(const PendingChanges&);
  PendingChanges& operator=(PendingChanges&&) noexcept;

  // Adds a change with its value. A value without a type is an empty one. A change that sets it removes the attribute,
  // and any other change with it has no effect.
  void add(Change change, Result<AttributeValue> value);
  // Adds a change that begins with the value of the member at `initial` if the item has no stored value. A SetIfAbsent
  // of that value comes directly before the change.
  void add_from(const void* initial, const ErasedCodec& codec, Change change, Result<AttributeValue> value);
  void add(const PendingChanges& others);
  // Keeps the first error, which becomes the answer.
  void note(const Result<void>& done);

  std::vector<Change> list;
  std::optional<Error> error;
};

// A write that is not sent yet, without its types.
class PARTITA_API PendingWrite {
 protected:
  PendingWrite(WriteRequest request, std::optional<Error> error);
  ~PendingWrite();
  PendingWrite(const PendingWrite&);
  PendingWrite(PendingWrite&&) noexcept;
  PendingWrite& operator=(const PendingWrite&) = default;
  PendingWrite& operator=(PendingWrite&&) noexcept = default;

  PendingChanges& pending() { return changes_; }
  void add_condition(Result<Predicate> condition);
  // Keeps the first error, which becomes the answer.
  void note(const Result<void>& done);
  Result<WriteRequest> place(const TableInfo& table, const EntityInfo& entity) const;

  WriteRequest request_;  // without its changes

 private:
  PendingChanges changes_;
};

}  // namespace partita::model::detail
