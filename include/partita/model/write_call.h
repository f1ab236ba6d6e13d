// The call of one write: what db.run returns, and what makes a write of db.create, db.update, ... one.
#pragma once

#include <partita/model/call.h>
#include <partita/model/decode.h>

namespace partita::model {

// What a write did. That it is done and what the item then is are apart: an item that cannot be read makes no write fail.
template <class T>
struct Written {
  // Create, put, update, upsert, move: the item as it is now. Remove: as it was. None where there is none, or where it is
  // unreadable.
  std::optional<T> item = {};
  // Of a write with .returning_old(): the item as it was; none where there was none. An update then has no `item`, unless it
  // is a transaction, as the database returns one of the two.
  std::optional<T> old = {};
  // Why there is no item, or no old one, although there is one and the write is done: another program wrote an attribute
  // that is no T's, the item could not be fetched after its transaction, or the answer was lost. None: no such case.
  std::optional<Error> unreadable = {};
  Cost cost = {};
};

// By table and entity alone, so that all writes of an entity share it.
template <class Table, class Entity>
class [[nodiscard]] WriteCall
    : public Call<WriteCall<Table, Entity>, Written<typename Entity::value_type>> {
  using T = typename Entity::value_type;

 public:
  // A request that is an error is the answer, and nothing is sent.
  WriteCall(std::shared_ptr<Session> session, Result<WriteRequest> request)
      : session_(std::move(session)), request_(std::move(request)) {}

  [[nodiscard]] Result<Written<T>> run() { return written(write_now(session_, request_)); }
  // The first request, without sending it. `item_bytes`: how large the item is taken to be, for the capacity units.
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

// The place of a write that is in no db yet.
struct Nowhere {};
// The place of a write that a db began, as db.update does.
template <class Table>
struct InTable {
  std::shared_ptr<Session> session;
};

namespace detail {

// The base of a write, by its place.
template <class Write, class Entity, class Place>
class Runnable {
 public:
  explicit Runnable(Place) {}

  // Refused, with what to write instead.
  template <class W = Write>
  void run() const {
    static_assert(!std::is_same_v<W, Write>, "partita: pt::update and the like only say what to write: db.run(...) runs it, "
                                             "db.transact(...) too; db.update<Entity>(...) can be run as it stands");
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

  // As every call has them.
  [[nodiscard]] Result<result_type> run() const { return call().run(); }
  result_type value() const { return call().value(); }
  template <class Handler>
  void async(Handler&& handler) const {
    call().async(std::forward<Handler>(handler));
  }
  [[nodiscard]] Result<WriteExplanation> explain(std::int64_t item_bytes = 400) const { return call().explain(item_bytes); }

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
