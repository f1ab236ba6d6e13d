// Typed scans: the call behind db.scan<Entity>().
#pragma once

#include <partita/model/pages.h>
#include <partita/model/reads.h>

namespace partita::model {

namespace detail {

// Refuses an index that the table lacks, or that the entity does not enter.
template <class Table, class Entity, fixed_string Index>
inline constexpr bool can_scan = accept([](Text* where) {
  if (Index.view().empty()) return Mistake::None;
  const IndexPosition index = Table::info().index(Index.view());
  if (where) *where << "a scan of " << Entity::tag() << " in the index " << Index.view();
  if (index == kNone) return Mistake::NoSuchIndex;
  if (Table::info().at(index).is_vector()) return Mistake::VectorIndexScanned;
  return key_in(Table::template entity_info<Entity>(), index).index == index ? Mistake::None : Mistake::NotReached;
});

template <class Table, class Entity, class Condition, IndexPosition Index>
inline constexpr bool can_filter_scan = accept([](Text* where) {
  if (where) *where << "a scan: ";
  return check_filter<Table, Entity, Condition>(Filtered::Scan, Index, where);
});

// Returns the mistake if the entries of the index cannot fill the struct.
template <class Table, class Entity, class Struct>
constexpr Mistake check_scanned(IndexPosition index, Text* where) {
  if (where) *where << "a scan of " << Entity::tag() << ": ";
  return check_projection<Table, Entity, Struct>(index, where);
}

}  // namespace detail

// The answer of db.scan<Entity>(segments, each).
struct Scanned : Cost {
  std::vector<UnreadableRow> unreadable = {};
};

// The call of db.scan<Entity>() and db.scan<Entity, "index">(). It reads one page, unless pages() or for_each()
// continues. `Struct` is the type of the answer's items, which as() chooses.
// Errors: those of the database; ValidationException if the token belongs to another scan.
template <class Table, class Entity, fixed_string Index, class Struct = typename Entity::value_type>
class [[nodiscard]] ScanCall : public Call<ScanCall<Table, Entity, Index, Struct>, Page<Struct>> {
  static constexpr IndexPosition index = Index.view().empty() ? kNone : Table::info().index(Index.view());

 public:
  explicit ScanCall(std::shared_ptr<Session> session) : session_(std::move(session)) {
    static_assert(detail::can_scan<Table, Entity, Index>);
    read_.table = &Table::info();
    read_.entity = &Table::template entity_info<Entity>();
    read_.index = index;
  }

  // Chooses the struct of the answer's items. Its members must have the names of the entity's members.
  template <class Other>
  ScanCall<Table, Entity, Index, Other> as() const {
    ScanCall<Table, Entity, Index, Other> other(session_);
    other.read_ = read_;
    other.error_ = error_;
    other.unreadable_ = unreadable_;
    return other;
  }
  // Keeps only items for which the condition holds. Several conditions must hold together. The other items are read
  // too, and cost the same.
  template <class Condition>
  ScanCall& filter(const Condition& condition) {
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(detail::can_filter_scan<Table, Entity, Condition, index>);
      auto predicate = detail::predicate_for<Entity>(condition);
      if (predicate)
        read_.filter = detail::both(std::move(read_.filter), std::move(*predicate));
      else if (!error_)
        error_ = std::move(predicate.error());
    }
    return *this;
  }
  // Limits a page to `count` items.
  ScanCall& take(std::int64_t count) {
    read_.take = count;
    return *this;
  }
  // Continues behind the page with this token. A token of another entity, place or number of segments is an error.
  ScanCall& after(std::optional<std::string> token) {
    read_.after = std::move(token);
    return *this;
  }
  // The number of parts of the table that are read in parallel.
  ScanCall& segments(int count) {
    read_.segments = count;
    return *this;
  }
  ScanCall& consistent() {
    static_assert(index == kNone || Table::info().at(index.or_first()).scope == IndexScope::Local,
                  "partita: a global index cannot be read consistently: scan the table");
    read_.consistent = true;
    return *this;
  }
  // Items whose time to live has passed are in the answer too.
  ScanCall& with_expired() {
    read_.expired_too = true;
    return *this;
  }
  ScanCall& on_unreadable(Unreadable what) {
    unreadable_ = what;
    return *this;
  }

  void start(Mode mode, Done<Page<Struct>> done) {
    static_assert(fits);
    if (error_) return done(unexpected(*error_));
    scan_page(session_, mode, read_, [done = std::move(done), what = unreadable_](Result<RowPage> rows) {
      done(detail::page_of<Table, Entity, Struct>(std::move(rows), what));
    });
  }

  // Returns the pages, one after the other.
  Pages<ScanCall> pages() const { return Pages<ScanCall>(*this); }

  // Reads to the end. `each` receives the rows of one request after the other, from one thread at a time. If it returns
  // false, the scan ends. The page's token continues the scan behind that page, in all segments.
  AnyCall<Cost> for_each(std::function<bool(Page<Struct>)> each) const {
    static_assert(fits);
    return AnyCall<Cost>([session = session_, read = read_, error = error_, what = unreadable_, each = std::move(each)](
                             Mode mode, Done<Cost> done) {
      if (error) return done(unexpected(*error));
      auto failure = std::make_shared<std::optional<Error>>();
      model::scan(
          session, mode, read,
          [each, what, failure](RowPage rows) {
            auto page = detail::page_of<Table, Entity, Struct>(std::move(rows), what);
            if (!page) *failure = std::move(page.error());
            return page && each(std::move(*page));
          },
          [failure, done = std::move(done)](Result<Cost> cost) {
            if (*failure) return done(unexpected(std::move(**failure)));
            done(std::move(cost));
          });
    });
  }

 private:
  template <class, class, fixed_string, class>
  friend class ScanCall;
  static constexpr bool fits =
      accept([](Text* where) { return detail::check_scanned<Table, Entity, Struct>(index, where); });

  std::shared_ptr<Session> session_;
  ScanRead read_ = {};
  std::optional<Error> error_ = {};
  Unreadable unreadable_ = Unreadable::Report;
};

}  // namespace partita::model
