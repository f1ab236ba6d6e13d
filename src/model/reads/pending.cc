#include <partita/model/detail/pending.h>

#include <algorithm>

#include "base/contains.h"
#include "model/codec/guarded.h"
#include "model/reads/read.h"

namespace partita::model::detail {
namespace {

// In Mode::Wait the caller keeps the request until the answer has come, so it is not copied.
SharedRequest shared_request(Mode mode, const ReadRequest& request) {
  return mode == Mode::Wait ? kept_by_caller(request) : std::make_shared<const ReadRequest>(request);
}

// True if items of `entity` come with the member.
bool has_place_for(const CollectedMember& member, const EntityInfo& entity) {
  return member.entity == &entity || base::contains(member.below, &entity);
}

}  // namespace

Predicate both(Predicate a, Predicate b) {
  if (a.kind == Predicate::Kind::None) return b;
  Predicate out{.kind = Predicate::Kind::And};
  out.children.push_back(std::move(a));
  out.children.push_back(std::move(b));
  return out;
}

// ---- the members of a collection

PendingMembers::PendingMembers() = default;
PendingMembers::~PendingMembers() = default;
PendingMembers::PendingMembers(const PendingMembers&) = default;
PendingMembers::PendingMembers(PendingMembers&&) noexcept = default;
PendingMembers& PendingMembers::operator=(const PendingMembers&) = default;
PendingMembers& PendingMembers::operator=(PendingMembers&&) noexcept = default;

void PendingMembers::add(const EntityInfo& entity, bool single) {
  added_ = list_.size();
  list_.push_back({.entity = &entity, .single = single});
}

void PendingMembers::nest(const EntityInfo& outer, const EntityInfo& inner, bool is_below) {
  if (is_below && has_place_for(list_[added_], outer))
    list_[added_].below.push_back(&inner);
  else
    list_.push_back({.entity = &inner});
}

Result<void> PendingMembers::filter(const EntityInfo& entity, Result<Predicate> condition) {
  if (!condition) return unexpected(std::move(condition.error()));
  filtered_ = true;
  const auto member =
      std::find_if(list_.begin(), list_.end(), [&](const CollectedMember& m) { return has_place_for(m, entity); });
  if (member != list_.end()) member->filters.push_back({&entity, *std::move(condition)});
  return {};
}

// ---- reads of a pattern

PendingRead::PendingRead(std::shared_ptr<Session> session, const PatternInfo& info) : session_(std::move(session)) {
  request_.pattern = &info;
}
PendingRead::~PendingRead() = default;
PendingRead::PendingRead(const PendingRead&) = default;
PendingRead::PendingRead(PendingRead&&) noexcept = default;

Result<RowPage> PendingRead::rows() const {
  Result<RowPage> answer;
  start_rows(Mode::Wait, [&](Result<RowPage> page) { answer = std::move(page); });
  return answer;
}
Result<RowPage> PendingRead::rows_into(const StructReader& reader, void* structs) const {
  Result<RowPage> answer;
  start_rows_into(Mode::Wait, reader, structs, [&](Result<RowPage> page) { answer = std::move(page); });
  return answer;
}

void PendingRead::start_rows(Mode mode, Done<RowPage> done) const {
  if (error_) return done(unexpected(*error_));
  if (!session_) return done(call_was_moved());
  read(session_, mode, shared_request(mode, request_), {}, std::move(done));
}
void PendingRead::start_rows_into(Mode mode, const StructReader& reader, void* structs, Done<RowPage> done) const {
  if (error_) return done(unexpected(*error_));
  if (!session_) return done(call_was_moved());
  read(session_, mode, shared_request(mode, request_), {&reader, structs}, std::move(done));
}

void PendingRead::start_load(Mode mode, const PendingMembers& members, Done<RowPage> done) const {
  if (error_) return done(unexpected(*error_));
  if (!session_) return done(call_was_moved());
  load(session_, mode, {request_, members.list()}, std::move(done));
}

Result<Explanation> PendingRead::explain_load(const PendingMembers& members, std::int64_t item_bytes) const {
  if (error_) return unexpected(*error_);
  if (!session_) return call_was_moved();
  return model::explain(session_, LoadRequest{request_, members.list()}, item_bytes);
}

Result<Explanation> PendingRead::explain(std::int64_t item_bytes) const {
  if (error_) return unexpected(*error_);
  if (!session_) return call_was_moved();
  return model::explain(session_, request_, item_bytes);
}

AnyCall<Count> PendingRead::count_rows() const {
  return AnyCall<Count>([session = session_, request = request_, error = error_](Mode mode, Done<Count> done) {
    if (error) return done(unexpected(*error));
    if (!session) return done(call_was_moved());
    count(session, mode, request, std::move(done));
  });
}

void PendingRead::note(const Result<void>& done) {
  if (!done && !error_) error_ = done.error();
}

void PendingRead::add_filter(Result<Predicate> condition) {
  if (!condition) return note(unexpected(std::move(condition.error())));
  request_.filter = both(std::move(request_.filter), *std::move(condition));
}

// ---- reads by primary key

PendingGets::PendingGets(std::shared_ptr<Session> session, Kind kind) : session_(std::move(session)), kind_(kind) {}
PendingGets::~PendingGets() = default;
PendingGets::PendingGets(const PendingGets&) = default;
PendingGets::PendingGets(PendingGets&&) noexcept = default;

void PendingGets::add(GetRequest request, std::optional<Error> error) {
  if (error && !error_) error_ = std::move(error);
  requests_.push_back(std::move(request));
}

Result<void> PendingGets::accept_unreadable(Unreadable what, const std::vector<UnreadableRow>& rows) {
  if (what == Unreadable::Fail && !rows.empty()) return unexpected(rows.front().reason);
  return {};
}

void PendingGets::start_rows(Mode mode, Done<BatchRows> done) const {
  if (error_) return done(unexpected(*error_));
  if (!session_) return done(call_was_moved());
  if (kind_ == Kind::Snapshot) return transact_get(session_, mode, requests_, std::move(done));
  batch_get(session_, mode, requests_, kind_ == Kind::ConsistentBatch, std::move(done));
}

Result<BatchRows> PendingGets::rows() const {
  Result<BatchRows> answer;
  start_rows(Mode::Wait, [&](Result<BatchRows> rows) { answer = std::move(rows); });
  return answer;
}

// ---- writes

PendingChanges::PendingChanges() = default;
PendingChanges::~PendingChanges() = default;
PendingChanges::PendingChanges(const PendingChanges&) = default;
PendingChanges::PendingChanges(PendingChanges&&) noexcept = default;
PendingChanges& PendingChanges::operator=(const PendingChanges&) = default;
PendingChanges& PendingChanges::operator=(PendingChanges&&) noexcept = default;

void PendingChanges::add(Change change, Result<AttributeValue> value) {
  if (!value) return note(unexpected(std::move(value.error())));
  if (value->is(AttributeType::None)) {
    if (change.kind != Change::Kind::Set) return;
    change.kind = Change::Kind::Remove;
  }
  change.value = *std::move(value);
  list.push_back(std::move(change));
}

void PendingChanges::add_from(const void* initial, const ErasedCodec& codec, Change change,
                              Result<AttributeValue> value) {
  Change start{.kind = Change::Kind::SetIfAbsent, .field = change.field, .path = change.path};
  Fault unused;
  if (value && !value->is(AttributeType::None) && encode_guarded(codec, initial, start.value, unused) &&
      !start.value.is(AttributeType::None))
    list.push_back(std::move(start));
  add(std::move(change), std::move(value));
}

void PendingChanges::add(const PendingChanges& others) {
  list.insert(list.end(), others.list.begin(), others.list.end());
  if (others.error) note(unexpected(*others.error));
}

void PendingChanges::note(const Result<void>& done) {
  if (!done && !error) error = done.error();
}

PendingWrite::PendingWrite(WriteRequest request, std::optional<Error> error) : request_(std::move(request)) {
  changes_.error = std::move(error);
}
PendingWrite::~PendingWrite() = default;
PendingWrite::PendingWrite(const PendingWrite&) = default;
PendingWrite::PendingWrite(PendingWrite&&) noexcept = default;

void PendingWrite::add_condition(Result<Predicate> condition) {
  if (!condition) return note(unexpected(std::move(condition.error())));
  request_.condition = both(std::move(request_.condition), *std::move(condition));
}

void PendingWrite::note(const Result<void>& done) { changes_.note(done); }

Result<WriteRequest> PendingWrite::place(const TableInfo& table, const EntityInfo& entity) const {
  if (changes_.error) return unexpected(*changes_.error);
  WriteRequest request = request_;
  request.changes = changes_.list;
  request.table = &table;
  request.entity = &entity;
  return request;
}

}  // namespace partita::model::detail
