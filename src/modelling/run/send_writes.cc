#include "modelling/run/send_writes.h"

#include "base/try.h"

namespace partita::modelling::run {

using model::WriteRequest;

WriteRequest::Kind write_kind(const Pattern& pattern, Action::Kind action) {
  switch (action) {
    case Action::Kind::Create:
      return pattern.operation == PatternOperation::BatchWrite ? WriteRequest::Kind::Put : WriteRequest::Kind::Create;
    case Action::Kind::Update:
      return WriteRequest::Kind::Update;
    case Action::Kind::Delete:
      return WriteRequest::Kind::Remove;
    case Action::Kind::Check:
      return WriteRequest::Kind::Check;
    default:
      return WriteRequest::Kind::Put;
  }
}

WriteRequest begin_request(const Pattern& pattern, const Action& action, const FoundEntity& where) {
  WriteRequest request;
  request.kind = write_kind(pattern, action.kind);
  request.table = where.table->info;
  request.entity = where.entity;
  request.must_exist = action.kind == Action::Kind::Check;
  request.read_first = action.read_first && action.kind != Action::Kind::Create;
  return request;
}

Result<void> send_writes(const std::shared_ptr<model::Session>& session, PatternOperation operation,
                         std::vector<WriteRequest> requests) {
  if (operation == PatternOperation::TransactWrite) {
    PARTITA_TRY(answer_of<model::Cost>([&](model::Done<model::Cost> done) {
      model::transact(session, model::Mode::Wait, std::move(requests), std::move(done));
    }));
    return {};
  }
  if (operation == PatternOperation::BatchWrite) {
    PARTITA_TRY(answer_of<model::BatchOutcome>([&](model::Done<model::BatchOutcome> done) {
      model::batch_write(session, model::Mode::Wait, std::move(requests), std::move(done));
    }));
    return {};
  }
  for (WriteRequest& request : requests)
    PARTITA_TRY(answer_of<model::WriteAnswer>([&](model::Done<model::WriteAnswer> done) {
      model::write(session, model::Mode::Wait, std::move(request), std::move(done));
    }));
  return {};
}

}  // namespace partita::modelling::run
