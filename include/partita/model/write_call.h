// The call of one write: what db.create, db.put, db.run, ... return.
#pragma once

#include <partita/model/writes.h>

namespace partita::model {

// What a write did. That it is done and what the item then is are apart: an item that cannot be read makes no write fail.
template <class T>
struct Written {
  // Create, put, update, upsert, move: the item as it is now. Remove: as it was. None where there is none, or where it is
  // unreadable.
  std::optional<T> item = {};
  // Why there is no item, although there is one and the write is done: another program wrote an attribute that is no
  // T's, or the item could not be fetched after its transaction. None: no such case.
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
  void start(Mode mode, Done<Written<T>> done) {
    if (!request_) return done(tl::unexpected(request_.error()));
    write(session_, mode, *request_,
          [done = std::move(done)](Result<WriteAnswer> answer) { done(written(std::move(answer))); });
  }

 private:
  static Result<Written<T>> written(Result<WriteAnswer> answer) {
    if (!answer) return tl::unexpected(std::move(answer.error()));
    Result<Written<T>> out;
    out->unreadable = std::move(answer->unread);
    out->cost = answer->cost;
    if (!answer->row) return out;
    if (auto done = detail::decode_into<Table, Entity>(out->item.emplace(), *answer->row); !done) {
      out->item.reset();
      out->unreadable = std::move(done.error());
    }
    return out;
  }

  std::shared_ptr<Session> session_;
  Result<WriteRequest> request_;
};

}  // namespace partita::model
