// Typed reads: the calls behind db.query, db.get, db.get_many and db.get_snapshot.
#pragma once

#include <partita/model/call.h>
#include <partita/model/detail/condition.h>
#include <partita/model/detail/decode.h>
#include <partita/model/detail/pending.h>
#include <partita/model/key_values.h>
#include <partita/model/pages.h>

namespace partita::model {

// A page of a query.
template <class T>
struct Page {
  std::vector<T> items = {};
  // The token for .after(). It is absent after the last item. But if the last item fills the page, a token is given,
  // and an empty page follows.
  std::optional<std::string> token = {};
  Cost cost = {};
  // The rows that could not be read. They count for take(n), and the token continues behind them.
  std::vector<UnreadableRow> unreadable = {};
};

namespace detail {

constexpr std::optional<SortRange::Kind> range_kind(Predicate::Kind kind) {
  switch (kind) {
    case Predicate::Kind::Equal:
      return SortRange::Kind::Equal;
    case Predicate::Kind::Less:
      return SortRange::Kind::Less;
    case Predicate::Kind::LessOrEqual:
      return SortRange::Kind::LessOrEqual;
    case Predicate::Kind::Greater:
      return SortRange::Kind::Greater;
    case Predicate::Kind::GreaterOrEqual:
      return SortRange::Kind::GreaterOrEqual;
    case Predicate::Kind::Between:
      return SortRange::Kind::Between;
    case Predicate::Kind::BeginsWith:
      return SortRange::Kind::BeginsWith;
    default:
      return std::nullopt;
  }
}

template <class Given>
inline constexpr Predicate::Kind kind_of = Predicate::Kind::None;
template <fixed_string Field, Predicate::Kind K, class... V>
constexpr Predicate::Kind kind_of<compared<Field, K, V...>> = K;
template <class Given>
inline constexpr bool is_given = is_assigned<Given> || kind_of<Given> != Predicate::Kind::None;

// Refuses a call unless it gives the pattern's fields. It may also give one range, of the field that orders the
// pattern.
template <class Pattern, class... Given>
inline constexpr bool gives_pattern = accept([](Text* where) {
  constexpr PatternOptions options = Pattern::options();
  using Entity = typename Pattern::entity;
  std::array<std::string_view, options.by.size()> wanted{};
  for (std::size_t i = 0; i < options.by_count; ++i) wanted[i] = Entity::fields()[options.by[i].number()].name;
  const std::string_view ranged_member =
      options.ranged() == kNone ? std::string_view() : Entity::fields()[options.ranged().number()].name;
  std::array<std::string_view, sizeof...(Given) + 1> assigned_names{};
  std::array<std::string_view, sizeof...(Given) + 1> ranged{};
  Predicate::Kind kind = Predicate::Kind::None;
  std::size_t assigned_count = 0, ranged_count = 0;
  (
      [&] {
        if (is_assigned<Given>) {
          assigned_names[assigned_count++] = name_of<Given>::value;
        } else {
          ranged[ranged_count++] = name_of<Given>::value;
          kind = kind_of<Given>;
        }
      }(),
      ...);
  if (where) *where << "\"" << Pattern::name() << "\": ";
  for (std::size_t i = 0; i < ranged_count; ++i) {
    if (ranged[i] == ranged_member && ranged_count == 1) continue;
    for (std::size_t k = 0; k < options.by_count; ++k)
      if (wanted[k] == ranged[i]) {
        if (where) *where << ranged[i] << " is compared and not given";
        return Mistake::ComparedNotGiven;
      }
    if (where) *where << "a range of " << ranged[i] << "; declare it with pt::newest or pt::oldest";
    return Mistake::RangeNotNext;
  }
  if (options.bucket_field != kNone &&
      (ranged_count == 0 || (kind != Predicate::Kind::Between && kind != Predicate::Kind::Equal))) {
    if (where) *where << "a range of " << ranged_member;
    return Mistake::NoBuckets;
  }
  return check_given(std::span(wanted).first(options.by_count), std::span(assigned_names).first(assigned_count), where);
});

template <class Entity, fixed_string Field, Predicate::Kind K, class... V>
Result<void> add_to(ReadRequest& request, const compared<Field, K, V...>& range) {
  static_assert(range_kind(K).has_value(), "partita: a range is ==, <, <=, >, >=, between or begins_with");
  auto predicate = predicate_for<Entity, true>(range);
  if (!predicate) return unexpected(std::move(predicate.error()));
  request.range.kind = *range_kind(K);
  request.range.low = std::move(predicate->values[0]);
  if (predicate->values.size() > 1) request.range.high = std::move(predicate->values[1]);
  return {};
}
template <class Entity, fixed_string Field, class V>
Result<void> add_to(ReadRequest& request, const assigned<Field, V>& value) {
  return add_value<Entity>(value, request.values);
}

// The base of calls for a pattern.
template <class Derived, class Pattern, class Planned>
class PatternCall : public PendingRead {
 public:
  using Entity = typename Pattern::entity;

  template <class... Given>
  PatternCall(std::shared_ptr<Session> session, const PatternInfo& info, const Given&... given)
      : PendingRead(std::move(session), info) {
    static_assert((is_given<Given> && ...),
                  "partita: a call gives members by name, as in \"status\"_f = value, and perhaps one range");
    if constexpr ((is_given<Given> && ...)) {
      static_assert(gives_pattern<Pattern, Given...>);
      (note(add_to<Entity>(request_, given)), ...);
    }
    request_.expired_too = Pattern::options().with_expired;
  }

  // Every read sees all writes that were acknowledged before it. The database refuses this on a global index.
  Derived& consistent() {
    request_.consistent = true;
    return derived();
  }
  // Items whose time to live has passed are in the answer too.
  Derived& with_expired() {
    request_.expired_too = true;
    return derived();
  }
  // Chooses the treatment of rows that cannot be read, in place of the pattern's choice.
  Derived& on_unreadable(Unreadable what) {
    request_.unreadable = what;
    return derived();
  }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }
};

// Makes a page of items that were already decoded. It depends only on the struct, so that all queries for the struct
// share it.
template <class T>
Result<Page<T>> close_page(std::vector<T>&& items, Result<RowPage>&& rest) {
  if (!rest) return unexpected(std::move(rest.error()));
  return Page<T>{std::move(items), std::move(rest->token), rest->cost, std::move(rest->unreadable)};
}

// Decodes the rows of a page. It depends only on the entity and the struct, so that all scans for them share it.
template <class Table, class Entity, class T>
Result<Page<T>> page_of(Result<RowPage> rows, Unreadable unreadable) {
  std::vector<T> items;
  if (rows)
    if (auto done = decode_rows(Table::info(), rows->rows, struct_reader<Table, Entity, T>, &items, unreadable,
                                rows->unreadable);
        !done)
      return unexpected(std::move(done.error()));
  return close_page(std::move(items), std::move(rows));
}

}  // namespace detail

// The call of db.query<Pattern>(...). The answer is a page of items, a token and the cost. Without take() and
// read_at_most() the call reads all items of the pattern.
// Errors: those of the database; ValidationException if the token belongs to another read or a value is invalid; with
// Unreadable::Fail, the reason of the first row that cannot be read.
template <class Table, class Pattern>
class [[nodiscard]] QueryCall
    : public Call<QueryCall<Table, Pattern>, Page<typename Pattern::value_type>>,
      public detail::PatternCall<QueryCall<Table, Pattern>, Pattern, detail::planned_pattern<Table, Pattern>> {
  using T = typename Pattern::value_type;
  using Planned = detail::planned_pattern<Table, Pattern>;
  static_assert(Planned::sound);

 public:
  template <class... Given>
  explicit QueryCall(std::shared_ptr<Session> session, const Given&... given)
      : QueryCall::PatternCall(std::move(session), Planned::info, given...) {}

  // Limits the page to `count` items that match.
  QueryCall& take(std::int64_t count) {
    this->request_.take = count;
    return *this;
  }
  // Limits the read to `count` evaluated items, whether they match a filter or not.
  QueryCall& read_at_most(std::int64_t count) {
    this->request_.read_at_most = count;
    return *this;
  }
  // Keeps only items for which the condition holds. Several conditions must hold together. The other items are read
  // too, and cost the same.
  template <class Condition>
  QueryCall& filter(const Condition& condition) {
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(Planned::template can_filter<typename Pattern::entity, Condition>);
      this->add_filter(detail::predicate_for<typename Pattern::entity>(condition));
    }
    return *this;
  }
  // Continues behind the page with this token. A token of another pattern, partition or direction is an error.
  QueryCall& after(std::optional<std::string> token) {
    this->request_.after = std::move(token);
    return *this;
  }
  // Reads in the other direction than the pattern's.
  QueryCall& reversed() {
    this->request_.forward = !Planned::info.plan.forward;
    return *this;
  }

  // Returns the pages, one after the other. Each has take(n) items, or without take the items of one request.
  Pages<QueryCall> pages() const {
    QueryCall call = *this;
    call.request_.one_round = !call.request_.take && !call.request_.read_at_most;
    return Pages<QueryCall>(std::move(call));
  }
  // Counts the items of the query on all pages. Only the numbers come over the wire, unless no filter of the database
  // can tell which rows count, such as those of a range of enumerators with texts of their own in keys. Items that
  // cannot be read are counted too.
  AnyCall<Count> count() const { return this->count_rows(); }

  [[nodiscard]] Result<Page<T>> run() {
    std::vector<T> items;
    Result<RowPage> rest = this->rows_into(reader, &items);
    return detail::close_page(std::move(items), std::move(rest));
  }
  void start(Mode mode, Done<Page<T>> done) {
    auto items = std::make_shared<std::vector<T>>();
    this->start_rows_into(mode, reader, items.get(), [done = std::move(done), items](Result<RowPage> rest) {
      done(detail::close_page(std::move(*items), std::move(rest)));
    });
  }

 private:
  static constexpr const auto& reader = detail::struct_reader<Table, typename Pattern::entity, T>;
};

namespace detail {

// The pattern of a GetItem. It has no name of its own.
template <class Table, class Entity>
struct primary_pattern {
  static constexpr std::array<const EntityInfo*, 1> entities{&Table::template entity_info<Entity>()};
  static constexpr PatternInfo info{
      .name = Entity::tag(),
      .table = &Table::info(),
      .entities = entities,
      .by = std::span(primary_fields<Entity>.list).first(primary_fields<Entity>.count),
      .plan = {.operation = PlanOperation::GetItem,
               .sort = Entity::keys()[0].sort.empty() ? SortCondition::None : SortCondition::Equal,
               .sort_parts = static_cast<std::uint8_t>(
                   Entity::keys()[0].sort.empty() ? 0 : Entity::keys()[0].sort[0].parts.size())},
      .unreadable = Unreadable::Fail,
  };
};

}  // namespace detail

// The call of db.get<Entity>(...). An item that cannot be read is an error.
template <class Table, class Entity>
class [[nodiscard]] GetCall : public Call<GetCall<Table, Entity>, std::optional<typename Entity::value_type>>,
                              public detail::PendingRead {
  using T = typename Entity::value_type;

 public:
  GetCall(std::shared_ptr<Session> session, key_values<Entity> key)
      : PendingRead(std::move(session), detail::primary_pattern<Table, Entity>::info) {
    error_ = std::move(key.error);
    request_.values = std::move(key.values);
  }
  GetCall& consistent() {
    request_.consistent = true;
    return *this;
  }
  GetCall& with_expired() {
    request_.expired_too = true;
    return *this;
  }
  [[nodiscard]] Result<std::optional<T>> run() { return item(rows()); }
  void start(Mode mode, Done<std::optional<T>> done) {
    start_rows(mode, [done = std::move(done)](Result<RowPage> page) { done(item(std::move(page))); });
  }

 private:
  static Result<std::optional<T>> item(Result<RowPage> page) {
    if (!page) return unexpected(std::move(page.error()));
    Result<std::optional<T>> out;
    if (page->rows.empty()) return out;
    if (auto done = detail::decode_into<Table, Entity>(out->emplace(), page->rows.front()); !done)
      return unexpected(std::move(done.error()));
    return out;
  }
};

// The answer of db.get_many, by position. An item is absent if the table has no such item, or its position is in
// `unreadable`. Keys that the database left unread are an error of the call.
template <class T>
struct Many {
  std::vector<std::optional<T>> items = {};
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};  // each with its position, at which `items` is empty
};

// The call of db.get_many<Entity>(...) and db.get_snapshot<Entity>(...).
template <class Table, class Entity>
class [[nodiscard]] ManyCall : public Call<ManyCall<Table, Entity>, Many<typename Entity::value_type>>,
                               public detail::PendingGets {
  using T = typename Entity::value_type;

 public:
  ManyCall(std::shared_ptr<Session> session, Kind kind, std::vector<key_values<Entity>> keys)
      : PendingGets(std::move(session), kind) {
    for (auto& key : keys)
      add({&Table::info(), &Table::template entity_info<Entity>(), std::move(key.values)}, std::move(key.error));
  }

  // Chooses the treatment of items that cannot be read. By default they are reported.
  ManyCall& on_unreadable(Unreadable what) {
    unreadable_ = what;
    return *this;
  }

  [[nodiscard]] Result<Many<T>> run() { return many(rows(), unreadable_); }
  void start(Mode mode, Done<Many<T>> done) {
    start_rows(mode, [done = std::move(done), what = unreadable_](Result<BatchRows> rows) {
      done(many(std::move(rows), what));
    });
  }

 private:
  static Result<Many<T>> many(Result<BatchRows> rows, Unreadable what) {
    if (!rows) return unexpected(std::move(rows.error()));
    Result<Many<T>> out;
    out->cost = rows->cost;
    out->unreadable = std::move(rows->unreadable);
    out->items.resize(rows->rows.size());
    for (std::size_t i = 0; i < rows->rows.size(); ++i)
      detail::decode_at<Table, Entity>(i, rows->rows[i], out->items[i], out->unreadable);
    if (auto done = accept_unreadable(what, out->unreadable); !done) return unexpected(std::move(done.error()));
    return out;
  }
};

// The answer of db.get_many and db.get_snapshot for keys of several entities.
template <class... T>
struct ManyOf {
  std::tuple<std::optional<T>...> items = {};  // by position
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
};

namespace detail {
// An entity and the table that holds it.
template <class Table, class Entity>
struct held {
  using table = Table;
  using entity = Entity;
  static constexpr const EntityInfo& info() { return Table::template entity_info<Entity>(); }
};
}  // namespace detail

// The call of db.get_many(key, key, ...) and db.get_snapshot(key, key, ...). `Places` are detail::held.
template <class... Places>
class [[nodiscard]] ManyOfCall : public Call<ManyOfCall<Places...>, ManyOf<typename Places::entity::value_type...>>,
                                 public detail::PendingGets {
  using Items = ManyOf<typename Places::entity::value_type...>;

 public:
  ManyOfCall(std::shared_ptr<Session> session, Kind kind, key_values<typename Places::entity>... keys)
      : PendingGets(std::move(session), kind) {
    (add({&Places::table::info(), &Places::info(), std::move(keys.values)}, std::move(keys.error)), ...);
  }
  // Chooses the treatment of items that cannot be read. By default they are reported.
  ManyOfCall& on_unreadable(Unreadable what) {
    unreadable_ = what;
    return *this;
  }

  [[nodiscard]] Result<Items> run() { return many(rows(), unreadable_); }
  void start(Mode mode, Done<Items> done) {
    start_rows(mode, [done = std::move(done), what = unreadable_](Result<BatchRows> rows) {
      done(many(std::move(rows), what));
    });
  }

 private:
  static Result<Items> many(Result<BatchRows> rows, Unreadable what) {
    if (!rows) return unexpected(std::move(rows.error()));
    Result<Items> out;
    out->cost = rows->cost;
    out->unreadable = std::move(rows->unreadable);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (detail::decode_at<typename Places::table, typename Places::entity>(I, rows->rows[I], std::get<I>(out->items),
                                                                          out->unreadable),
       ...);
    }(std::index_sequence_for<Places...>());
    if (auto done = accept_unreadable(what, out->unreadable); !done) return unexpected(std::move(done.error()));
    return out;
  }
};

}  // namespace partita::model
