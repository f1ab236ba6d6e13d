#include "model/copies/prepare_copies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/try.h"
#include "model/copies/copy_requests.h"
#include "model/copies/find_holders.h"
#include "model/copies/holder_update.h"
#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/reads/row.h"
#include "model/tables/judge.h"
#include "model/writes/plan/field_states.h"
#include "model/writes/write_expression.h"
#include "value/limits.h"

namespace partita::model {
namespace {

using WriteKind = WriteRequest::Kind;

// A source of copies that the requests write.
struct Source {
  const CopyInfo* copy = nullptr;  // one of its copies
  AttributeMap fields = {};        // of the primary key
  AttributeMap key = {};
  std::vector<std::pair<std::size_t, const CopyInfo*>> holders = {};  // requests, each with a copy
  std::optional<std::size_t> written_by = {};                         // another request
  bool is_left = false;                                               // that request moves it to another key
  std::optional<AttributeMap> item = {};                              // as it was read
  bool was_read = false;
};

// The holders of a source that a request changes.
struct Spread {
  std::size_t request = 0;
  std::vector<const CopyInfo*> copies = {};  // of the same items
  AttributeMap source = {};                  // the fields of the primary key, and the new values
};

// The check that a source is as it was read.
struct SourceCheck {
  WriteAction action = {};
  bool exists = false;
  AttributeMap values = {};  // that it has, if it exists; a value without a type means absent
};

class Preparation : public Operation<PreparedCopies>, public std::enable_shared_from_this<Preparation> {
 public:
  Preparation(std::shared_ptr<Session> session, Mode mode, std::vector<WriteRequest> requests,
              Done<PreparedCopies> when_done)
      : Operation(std::move(session), mode, std::move(when_done)), said_(std::move(requests)) {}

  void run() {
    ++attempts_;
    out_ = {};
    out_.requests = said_;
    if (auto listed = list_sources(); !listed) return finish(unexpected(std::move(listed.error())));
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next) { self->read_source(std::move(next)); }, [self] { self->sources_are_read(); });
  }

  Cost cost = {};

 private:
  using Next = std::function<void(Loop)>;

  std::span<const CopyInfo> copies() const { return caller.session().copies(); }
  std::string identity(const TableInfo& table, const AttributeMap& key) const {
    return item_identity(caller.session().table_name(table), key);
  }

  // ---- the sources of written holders

  Result<void> list_sources() {
    PARTITA_TRY(list_written_items());
    for (std::size_t i = 0; i < out_.requests.size(); ++i)
      for (const CopyInfo& copy : copies()) {
        const WriteRequest& request = out_.requests[i];
        if (!is_holder(copy, *request.table, *request.entity) || !refers_anew(request, copy)) continue;
        PARTITA_TRY_VALUE(references, references_after(request, copy));
        const auto fields = source_of(copy, references);
        if (!fields) {
          PARTITA_TRY(set_copy(i, copy, std::nullopt));
          continue;
        }
        PARTITA_TRY_VALUE(key, compose_primary(*copy.source, *fields));
        auto [at, is_new] = sources_.try_emplace(identity(*copy.source_table, key));
        Source& source = at->second;
        source.holders.emplace_back(i, &copy);
        if (!is_new) continue;
        source.copy = &copy;
        source.fields = *fields;
        source.key = std::move(key);
        if (const auto by = writes_.find(at->first); by != writes_.end()) {
          source.written_by = by->second.request;
          source.is_left = by->second.is_left;
        }
      }
    next_source_ = sources_.begin();
    return {};
  }

  // The items that the requests are on, by identity.
  Result<void> list_written_items() {
    for (std::size_t i = 0; i < out_.requests.size(); ++i) {
      const WriteRequest& request = out_.requests[i];
      PARTITA_TRY_VALUE(key, compose_primary(*request.entity, request.values));
      writes_.emplace(identity(*request.table, key), Written{i, request.kind == WriteKind::Move});
      if (request.kind != WriteKind::Move) continue;
      PARTITA_TRY_VALUE(new_key, compose_primary(*request.entity, request.moved_to));
      writes_.emplace(identity(*request.table, new_key), Written{i});
    }
    return {};
  }

  // A source is not read if another request says what it is afterwards.
  bool needs_read(const Source& source) const {
    if (!source.written_by) return true;
    const WriteRequest& request = out_.requests[*source.written_by];
    if (is_whole(request.kind) || request.kind == WriteKind::Remove) return false;
    return std::any_of(source.holders.begin(), source.holders.end(), [&](const auto& holder) {
      const Change* change = change_of(request, holder.second->source_field);
      return !change || !is_known_change(*change);
    });
  }

  void read_source(Next next) {
    while (next_source_ != sources_.end() && !needs_read(next_source_->second)) ++next_source_;
    if (next_source_ == sources_.end() || error_) return next(Loop::Stop);
    Source& source = (next_source_++)->second;
    GetItemRequest get;
    get.table_name = caller.session().table_name(*source.copy->source_table);
    get.key = source.key;
    get.consistent_read = true;
    get.return_consumed_capacity = ReturnConsumedCapacity::Total;
    call_with_retries(shared_from_this(), std::move(get),
                      Done<GetItemResponse>([self = shared_from_this(), &source, next](Result<GetItemResponse> answer) {
                        if (!answer) {
                          self->error_ = std::move(answer.error());
                          return next(Loop::Stop);
                        }
                        add_capacity(self->cost, answer->consumed_capacity);
                        source.was_read = true;
                        if (answer->item && !answer->item->empty()) {
                          ++self->cost.evaluated;
                          AttributeMap item = answer->item->to_map();
                          if (identify(*source.copy->source_table, item) == source.copy->source)
                            source.item = std::move(item);
                        }
                        next(Loop::Again);
                      }));
  }

  void sources_are_read() {
    if (error_) return finish(unexpected(*std::move(error_)));
    for (auto& [name, source] : sources_)
      if (auto filled = fill_holders(source); !filled) return finish(unexpected(std::move(filled.error())));
    list_unknown();
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next) { self->read_unknown(std::move(next)); }, [self] { self->all_is_known(); });
  }

  void all_is_known() {
    if (!error_)
      if (auto listed = list_spreads(); !listed) error_ = std::move(listed.error());
    if (error_) return finish(unexpected(*std::move(error_)));
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next) { self->read_holders(std::move(next)); },
        [self] { self->holders_are_read(); });
  }

  Result<void> fill_holders(const Source& source) {
    std::vector<int> checked;  // the fields that the copies repeat
    bool missing = source.was_read && !source.item;
    for (const auto& [position, copy] : source.holders) {
      const Change* change = nullptr;
      std::optional<AttributeValue> value;
      const WriteRequest* by = source.written_by ? &out_.requests[*source.written_by] : nullptr;
      if (by && is_update(by->kind)) change = change_of(*by, copy->source_field);
      if (source.is_left) {
        missing = true;
      } else if (by && is_whole(by->kind)) {
        value = value_of(*copy->source, copy->source_field, written_item(*by));
      } else if (by && by->kind == WriteKind::Remove) {
        missing = true;
      } else if (change && !is_known_change(*change)) {
        return invalid(
            fmt::format("{}: the field {} is copied by another write of the transaction, so it can only be "
                        "set as a whole",
                        copy->source->name, source_field(*copy).name));
      } else if (change) {
        value =
            value_of(*copy->source, copy->source_field, {{std::string(source_field(*copy).attribute), change->value}});
      } else if (!missing) {
        if (auto fault = fault_of_source(*copy, *source.item)) return unexpected(*std::move(fault));
        value = value_of(*copy->source, copy->source_field, *source.item);
        if (!copy->followed && std::find(checked.begin(), checked.end(), copy->source_field) == checked.end())
          checked.push_back(copy->source_field);
      }
      if (missing && !copy_field(*copy).optional && !copy_field(*copy).has_default)
        return unexpected(Error{
            ErrorCode::ConditionalCheckFailedException,
            fmt::format("{}: the field {} repeats {} of a {} that does not exist: {}", copy->holder->name,
                        copy_field(*copy).name, source_field(*copy).name, copy->source->name, spell(source.fields)),
            {},
            {},
            Refusal::ItemMissing});
      PARTITA_TRY(set_copy(position, *copy, std::move(value)));
    }
    const bool any_kept = std::any_of(source.holders.begin(), source.holders.end(),
                                      [](const auto& holder) { return !holder.second->followed; });
    if (source.written_by) {
      if (!missing)
        for (const int field : checked) expect(*source.written_by, *source.copy->source, field, *source.item);
    } else if (any_kept) {
      check_source(source, checked);
    }
    return {};
  }

  // Makes another request, which is on the source, conditional on the value that was copied.
  void expect(std::size_t position, const EntityInfo& entity, int field, const AttributeMap& item) {
    const FieldInfo& info = field_of(entity, field);
    const AttributeValue* stored = item.find(info.attribute);
    AttributeValue value = stored ? *stored : AttributeValue();
    if (out_.requests[position].given.contains(info.attribute)) return;
    out_.requests[position].given.set(info.attribute, value);
    out_.conditions.push_back({position, std::string(info.attribute), std::move(value)});
  }

  // The transaction fails if the source has another value by then, or if it was missing and exists.
  void check_source(const Source& source, const std::vector<int>& fields) {
    const TableInfo& table = *source.copy->source_table;
    WriteAction action{.kind = WriteAction::Kind::Check, .part = WriteAction::Part::Source, .table = &table};
    action.key = source.key;
    WriteExpression expression;
    AttributeMap values;
    if (source.item) {
      expression.exists(table.partition);
      for (const int field : fields) {
        const std::string_view attribute = field_of(*source.copy->source, field).attribute;
        const AttributeValue* value = source.item->find(attribute);
        expression.equals(attribute, value ? *value : AttributeValue());
        values.set(std::string(attribute), value ? *value : AttributeValue());
      }
    } else {
      expression.not_exists(table.partition);
    }
    std::move(expression).into(action);
    checks_.emplace(identity(table, source.key), SourceCheck{std::move(action), source.item.has_value(), values});
  }

  // A transaction has one action on each item. So a source that is a holder of another copy, which the transaction
  // writes, is checked by that write. If it did not exist when it was read, the check fails, and all is read again.
  void add_checks() {
    for (auto& [name, check] : checks_) {
      const auto holder = holders_.find(name);
      if (holder != holders_.end() && check.exists) {
        holder->second.given = std::move(check.values);
        continue;
      }
      if (holder != holders_.end()) holders_.erase(holder);
      out_.actions.push_back(std::move(check.action));
    }
  }

  Result<void> set_copy(std::size_t position, const CopyInfo& copy, std::optional<AttributeValue> value) {
    WriteRequest& request = out_.requests[position];
    const std::string attribute(copy_field(copy).attribute);
    if (!is_whole(request.kind)) {
      request.changes.push_back({.field = copy.field, .value = value ? *std::move(value) : AttributeValue()});
    } else if (value) {
      written_item(request).set(attribute, *std::move(value));
    } else {
      written_item(request).erase(attribute);
    }
    return {};
  }

  // ---- the holders of written sources

  // Some changes, such as an increment, do not say what the member is afterwards. What is copied then follows from the
  // stored item.
  void list_unknown() {
    for (std::size_t i = 0; i < out_.requests.size(); ++i)
      if (std::any_of(copies().begin(), copies().end(), [&](const CopyInfo& copy) {
            const WriteRequest& request = out_.requests[i];
            return !copy.followed && is_source(copy, *request.table, *request.entity) &&
                   follows_from_stored(request, copy);
          }))
        stored_.emplace(i, StoredItem());
    next_unknown_ = stored_.begin();
  }

  void read_unknown(Next next) {
    if (next_unknown_ == stored_.end() || error_) return next(Loop::Stop);
    auto& [position, stored] = *next_unknown_++;
    const WriteRequest& request = out_.requests[position];
    auto key = compose_primary(*request.entity, request.values);
    if (!key) {
      error_ = std::move(key.error());
      return next(Loop::Stop);
    }
    GetItemRequest get;
    get.table_name = caller.session().table_name(*request.table);
    get.key = *std::move(key);
    get.consistent_read = true;
    get.return_consumed_capacity = ReturnConsumedCapacity::Total;
    call_with_retries(
        shared_from_this(), std::move(get),
        Done<GetItemResponse>([self = shared_from_this(), &request, &stored, next](Result<GetItemResponse> answer) {
          if (!answer) {
            self->error_ = std::move(answer.error());
            return next(Loop::Stop);
          }
          add_capacity(self->cost, answer->consumed_capacity);
          if (answer->item && !answer->item->empty()) {
            ++self->cost.evaluated;
            stored.attributes = answer->item->to_map();
            identify(*request.table, *stored.attributes);
          }
          next(Loop::Again);
        }));
  }

  // The member after the write. nullopt if the write does not change it, or fails because there is no such item. The
  // write becomes conditional on the stored value.
  Result<std::optional<FieldStates::State>> copied_after(std::size_t position, const CopyInfo& copy) {
    WriteRequest& request = out_.requests[position];
    const StoredItem& stored = stored_.at(position);
    if (request.kind == WriteKind::Update && !stored.attributes) return std::nullopt;
    if (!change_of(request, copy.source_field) && stored.attributes) return std::nullopt;
    FieldStates states(request, &stored);
    PARTITA_TRY(states.apply_changes());
    FieldStates::State after = states.after(copy.source_field);
    if (!after.known)
      return invalid(
          fmt::format("{}: the field {} is copied into items of {} in the same transaction, and its value after this "
                      "change is not known: set it as a whole, or declare the copy with pt::followed",
                      copy.source->name, source_field(copy).name, copy.holder->name));
    expect(position, *copy.source, copy.source_field, stored.attributes.value_or(AttributeMap()));
    return std::optional(std::move(after));
  }

  Result<void> list_spreads() {
    for (std::size_t i = 0; i < out_.requests.size(); ++i)
      for (const CopyInfo& copy : copies()) {
        const WriteRequest& request = out_.requests[i];
        if (copy.followed || !is_source(copy, *request.table, *request.entity) || !changes_source(request, copy))
          continue;
        const AttributeMap& item = written_item(request);
        AttributeMap source;
        for (const CopyReference& reference : copy.references) {
          const std::string attribute(field_of(*copy.source, reference.source).attribute);
          if (const AttributeValue* value = item.find(attribute)) source.set(attribute, *value);
        }
        const auto same = [&](const WrittenSource& other) {
          return have_same_items(*other.copy, copy) && other.source == source;
        };
        if (std::none_of(out_.to_compare.begin(), out_.to_compare.end(), same))
          out_.to_compare.push_back({&copy, source});
        PARTITA_TRY(add_spread(i, copy, std::move(source)));
      }
    return {};
  }

  Result<void> add_spread(std::size_t position, const CopyInfo& copy, AttributeMap source) {
    const WriteRequest& request = out_.requests[position];
    const std::string attribute(source_field(copy).attribute);
    const Change* change = is_update(request.kind) ? change_of(request, copy.source_field) : nullptr;
    const AttributeValue* value = nullptr;
    std::optional<FieldStates::State> after;
    if (follows_from_stored(request, copy)) {
      PARTITA_TRY_VALUE(state, copied_after(position, copy));
      if (!state) return {};
      after = std::move(state);
      value = after->value ? &*after->value : nullptr;
    } else {
      value = change ? &change->value : written_item(request).find(attribute);
    }
    const auto same = std::find_if(spreads_.begin(), spreads_.end(), [&](const Spread& spread) {
      return spread.request == position && have_same_items(*spread.copies.front(), copy);
    });
    Spread& spread = same != spreads_.end()
                         ? *same
                         : spreads_.emplace_back(Spread{.request = position, .source = std::move(source)});
    spread.copies.push_back(&copy);
    if (value && !means_absent(*value)) spread.source.set(attribute, *value);
    return {};
  }

  void read_holders(Next next) {
    if (next_spread_ == spreads_.size() || error_) return next(Loop::Stop);
    const Spread& spread = spreads_[next_spread_];
    find_holders(caller.shared_session(), caller.mode(), *spread.copies.front(), spread.source,
                 limits::kTransactionItems, token_,
                 [self = shared_from_this(), next = std::move(next)](Result<HolderPage> page) {
                   if (!page) {
                     self->error_ = std::move(page.error());
                     return next(Loop::Stop);
                   }
                   self->take_holders(*std::move(page));
                   next(Loop::Again);
                 });
  }

  void take_holders(HolderPage page) {
    add_cost(cost, page.cost);
    Spread& spread = spreads_[next_spread_];
    for (AttributeMap& item : page.items) {
      HolderUpdate update = compare_holder(spread.copies, spread.source, std::move(item));
      if (!update.copies.empty()) add_update(std::move(update));
    }
    token_ = std::move(page.token);
    if (holders_.size() > limits::kTransactionItems)
      error_ = too_many_copies(spread.copies.front()->source->name, holders_.size(), out_.requests.size());
    if (!token_) ++next_spread_;
  }

  void add_update(HolderUpdate update) {
    const CopyInfo& copy = *update.copies.front().first;
    const std::string name = identity(*copy.holder_table, primary_key_of(*copy.holder_table, update.stored));
    if (const auto by = writes_.find(name); by != writes_.end()) return join_request(by->second.request, update);
    const auto [at, is_new] = holders_.try_emplace(name, update);
    if (is_new) return;
    for (auto& one : update.copies) {
      const auto same = [&](const auto& other) { return other.first == one.first; };
      is_disturbed_ |= std::any_of(at->second.copies.begin(), at->second.copies.end(), same);
      at->second.copies.push_back(std::move(one));
    }
  }

  // The transaction writes the holder anyway. A request that decides which source the item has, has its copies already.
  void join_request(std::size_t position, const HolderUpdate& update) {
    WriteRequest& request = out_.requests[position];
    if (is_whole(request.kind) || request.kind == WriteKind::Remove) return;
    if (request.kind == WriteKind::Check) {
      request.kind = WriteKind::Update;
      request.any_version = !request.expected_version;
    }
    for (const auto& [copy, value] : update.copies) {
      if (refers_anew(request, *copy)) continue;
      is_disturbed_ |= change_of(request, copy->field) != nullptr;
      request.changes.push_back({.field = copy->field, .value = value.value_or(AttributeValue())});
      for (const CopyReference& reference : copy->references)
        if (field_of(*copy->holder, reference.holder).stored &&
            !primary_fields(*copy->holder).contains(reference.holder))
          expect(position, *copy->holder, reference.holder, update.stored);
    }
  }

  void holders_are_read() {
    if (error_) return finish(unexpected(*std::move(error_)));
    if (is_disturbed_) return run_again();
    add_checks();
    for (const auto& [name, update] : holders_) {
      const CopyInfo& copy = *update.copies.front().first;
      auto actions = write_copies(caller.session(), copy, update);
      if (!actions) return finish(unexpected(cannot_copy_into(copy, update, std::move(actions.error()))));
      for (WriteAction& action : *actions) out_.actions.push_back(std::move(action));
    }
    out_.cost = cost;
    finish(std::move(out_));
  }

  static Error cannot_copy_into(const CopyInfo& copy, const HolderUpdate& update, Error error) {
    error.message =
        fmt::format("{}: the field {} cannot be copied into the {} {}: {}", copy.source->name, source_field(copy).name,
                    copy.holder->name, spell(primary_key_of(*copy.holder_table, update.stored)), error.message);
    return error;
  }

  // A holder was read as that of one source and then as that of another one, so it has changed between.
  void run_again() {
    if (attempts_ >= caller.session().options().read_first_attempts)
      return finish(unexpected(copies_keep_changing(said_.front().entity->name, attempts_)));
    is_disturbed_ = false;
    writes_.clear();
    sources_.clear();
    stored_.clear();
    spreads_.clear();
    next_spread_ = 0;
    token_.reset();
    holders_.clear();
    checks_.clear();
    const auto delay = caller.session().back_off(attempts_);
    caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->run(); });
  }

  struct Written {
    std::size_t request = 0;
    bool is_left = false;  // the request moves the item to another key
  };

  const std::vector<WriteRequest> said_;
  int attempts_ = 0;
  bool is_disturbed_ = false;                 // a holder has changed while the holders were read
  std::map<std::string, Written> writes_;     // the request on each item, by the item's identity
  std::map<std::size_t, StoredItem> stored_;  // the items of requests that do not tell what they copy
  std::map<std::size_t, StoredItem>::iterator next_unknown_ = {};
  std::map<std::string, Source> sources_;  // by the identity of their items
  std::map<std::string, Source>::iterator next_source_ = {};
  std::vector<Spread> spreads_;
  std::size_t next_spread_ = 0;
  std::optional<std::string> token_;
  std::map<std::string, HolderUpdate> holders_;  // by the identity of their items
  std::map<std::string, SourceCheck> checks_;    // of sources, by the identity of their items
  std::optional<Error> error_;
  PreparedCopies out_;
};

}  // namespace

bool PreparedCopies::has_changed(std::size_t request, const std::optional<Item>& item) const {
  return std::any_of(conditions.begin(), conditions.end(), [&](const CopyCondition& condition) {
    if (condition.request != request) return false;
    const AttributeMap now = item ? item->to_map() : AttributeMap();
    const AttributeValue* value = now.find(condition.attribute);
    if (!value) return !means_absent(condition.value);
    return means_absent(condition.value) || !same_value(*value, condition.value);
  });
}

Error too_many_copies(std::string_view where, std::size_t copies, std::size_t others) {
  const bool alone = copies > limits::kTransactionItems;
  return invalid(
             fmt::format("{}: {}{} actions would write copies into other items{}, but a transaction has at most {}: "
                         "declare the copy with pt::followed",
                         where, alone ? "more than " : "", std::min(copies, limits::kTransactionItems),
                         alone ? "" : fmt::format(", and the write needs {} for the rest", others),
                         limits::kTransactionItems))
      .error();
}

Error copies_keep_changing(std::string_view where, int times) {
  return {
      ErrorCode::TransactionConflictException,
      fmt::format("{}: another writer changed the source of a copy, or an item with a copy, each of the {} times that "
                  "they were read before the write",
                  where, times),
      {},
      {}};
}

Error copies_not_compared(const Error& cause) {
  return {
      ErrorCode::OutcomeUnknown,
      fmt::format("The write is done, but its copies could not be compared once more: {}. repair() writes those that "
                  "differ from their source",
                  cause.message),
      {},
      {}};
}

bool concerns_copies(const Session& session, const WriteRequest& request) {
  return std::any_of(session.copies().begin(), session.copies().end(), [&](const CopyInfo& copy) {
    return (is_holder(copy, *request.table, *request.entity) && refers_anew(request, copy)) ||
           (!copy.followed && is_source(copy, *request.table, *request.entity) && changes_source(request, copy));
  });
}

void prepare_copies(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                    Done<PreparedCopies> done) {
  std::make_shared<Preparation>(session, mode, std::move(requests), std::move(done))->run();
}

}  // namespace partita::model
