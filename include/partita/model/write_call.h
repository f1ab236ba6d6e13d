// The call of one write, which db.run returns, and the base that makes the writes of db.create, db.update and the like
// calls.
#pragma once

#include <partita/model/call.h>
#include <partita/model/detail/decode.h>
#include <partita/model/runtime/item_writes.h>

namespace partita::model {

// The outcome of a write. The write has succeeded even if its item cannot be read: the two are reported separately.
template <class T>
struct Written {
  // For create, put, update, upsert and move, the item after the write. For remove, the item before it. It is absent if
  // no such item exists, or if the item is unreadable.
  std::optional<T> item = {};
  // The item before the write, for a write with .returning_old(). It is absent if no such item existed. An update then
  // has no `item`, unless it is a transaction, because the database returns only one of the two.
  std::optional<T> old = {};
  // The reason for which `item` or `old` is missing although the item exists and the write is done. Another program
  // wrote an attribute that a T cannot hold, or the item could not be fetched after its transaction, or the answer was
  // lost.
  std::optional<Error> unreadable = {};
  Cost cost = {};
};

// The call of one write. It depends only on the table and the entity, so that all writes of an entity share its code.
// Errors: those of the database; ConditionalCheckFailedException with Error::refusal; VersionConflict; OutcomeUnknown.
template <class Table, class Entity>
class [[nodiscard]] WriteCall : public Call<WriteCall<Table, Entity>, Written<typename Entity::value_type>> {
  using T = typename Entity::value_type;

 public:
  // If the request is an error, the call returns it and sends no request.
  WriteCall(std::shared_ptr<Session> session, Result<WriteRequest> request)
      : session_(std::move(session)), request_(std::move(request)) {}

  [[nodiscard]] Result<Written<T>> run() { return written(write_now(session_, request_)); }
  // Returns the first request without sending it. `item_bytes` is the size of the item that the capacity units assume.
  [[nodiscard]] Result<WriteExplanation> explain(std::int64_t item_bytes = 400) const {
    if (!request_) return unexpected(request_.error());
    return explain_write(session_, *request_, item_bytes);
  }
  void start(Mode mode, Done<Written<T>> done) {
    if (!request_) return done(unexpected(request_.error()));
    write(session_, mode, *request_,
          [done = std::move(done)](Result<WriteAnswer> answer) { done(written(std::move(answer))); });
  }

 private:
  static Result<Written<T>> written(Result<WriteAnswer> answer) {
    if (!answer) return unexpected(std::move(answer.error()));
    Result<Written<T>> out;
    out->unreadable = std::move(answer->unread);
    out->cost = answer->cost;
    decode(answer->row, out->item, out->unreadable);
    decode(answer->old, out->old, out->unreadable);
    return out;
  }
  static void decode(std::optional<Row>& row, std::optional<T>& to, std::optional<Error>& unreadable) {
    if (!row) return;
    if (auto done = detail::decode_into<Table, Entity>(to.emplace(), *row); !done) {
      to.reset();
      unreadable = std::move(done.error());
    }
  }

  std::shared_ptr<Session> session_;
  Result<WriteRequest> request_;
};

// The place of a write that belongs to no db yet.
struct Unbound {};
// The place of a write that a db began, as db.update does.
template <class Table>
struct InTable {
  std::shared_ptr<Session> session;
};

namespace detail {

// The base of a write. The place decides whether the write can be run.
template <class Write, class Entity, class Place>
class Runnable {
 public:
  explicit Runnable(Place) {}

  // Does not compile, and its message says which call to use.
  template <class W = Write>
  void run() const {
    static_assert(!std::is_same_v<W, Write>,
                  "partita: pt::update and the like only describe a write: db.run(...) executes it, db.transact(...) "
                  "too; db.update<Entity>(...) can be run directly");
  }
  template <class W = Write>
  void value() const {
    run<W>();
  }
  template <class Handler, class W = Write>
  void async(const Handler&) const {
    run<W>();
  }
  template <class W = Write>
  void explain(std::int64_t = 0) const {
    run<W>();
  }

 protected:
  Place where() const { return {}; }
};

template <class Write, class Entity, class Table>
class Runnable<Write, Entity, InTable<Table>> {
 public:
  using result_type = Written<typename Entity::value_type>;

  explicit Runnable(InTable<Table> place) : place_(std::move(place)) {}

  // These functions are the same as those of every call.
  [[nodiscard]] Result<result_type> run() const { return call().run(); }
  result_type value() const { return call().value(); }
  template <class Handler>
  void async(Handler&& handler) const {
    call().async(std::forward<Handler>(handler));
  }
  [[nodiscard]] Result<WriteExplanation> explain(std::int64_t item_bytes = 400) const {
    return call().explain(item_bytes);
  }

 protected:
  InTable<Table> where() const { return place_; }

 private:
  WriteCall<Table, Entity> call() const {
    return {place_.session, static_cast<const Write&>(*this).template on_table<Table>()};
  }

  InTable<Table> place_;
};

}  // namespace detail
}  // namespace partita::model
