// Typed searches: the call behind db.search<Search>(vector, ...).
#pragma once

#include <partita/model/call.h>
#include <partita/model/detail/decode.h>
#include <partita/model/detail/planned_search.h>
#include <partita/model/key_values.h>
#include <partita/model/runtime/vector_search.h>

namespace partita::model {

// An item that a search found. COSINE: 1 minus the cosine of the angle. EUCLIDEAN: the distance. DOT_PRODUCT: the
// product, the only score of which the greater is the better.
template <class T>
struct Scored {
  T item = {};
  float score = 0;
};

// The answer of a search, the best items first.
template <class T>
struct SearchResults {
  std::vector<Scored<T>> items = {};
  Cost cost = {};
  // The rows that were found and could not be read. They count for top_k(n).
  std::vector<UnreadableRow> unreadable = {};
  // True if the answer may lack items, because items whose time to live has passed, which are left out, took so many of
  // the hundred places that a search has. Another filter or partition finds them, or the same search once the database
  // has removed the expired items.
  bool incomplete = false;
};

namespace detail {

template <class T>
concept declared_search = requires { T::is_search; };

// Refuses a call unless it gives the members of pt::by.
template <class Search, class... Given>
inline constexpr bool gives_search = accept([](Text* where) {
  constexpr PatternOptions options = Search::options();
  std::array<std::string_view, options.by.size()> wanted{};
  for (std::size_t i = 0; i < options.by_count; ++i) wanted[i] = Search::entity::fields()[options.by[i].number()].name;
  constexpr std::array<std::string_view, sizeof...(Given)> given{name_of<Given>::value...};
  if (where) *where << "\"" << Search::name() << "\": ";
  return check_given(std::span(wanted).first(options.by_count), given, where);
});

// Refuses an array of another length than the index has dimensions. Only the database knows the length of other
// vectors.
template <class Vector, int Dimensions>
inline constexpr bool has_dimensions = true;
template <std::size_t N, int Dimensions>
constexpr bool has_dimensions<std::array<float, N>, Dimensions> = accept([](Text* where) {
  if (static_cast<int>(N) == Dimensions) return Mistake::None;
  if (where) *where << "the vector of a search";
  return Mistake::VectorLength;
});

// Decodes the rows that a search found. It depends only on the struct, so that all searches for the struct share it.
template <class T>
Result<SearchResults<T>> results_of(Result<ScoredRows> rows, const TableInfo& table, const StructReader& reader,
                                    Unreadable what) {
  if (!rows) return unexpected(std::move(rows.error()));
  std::vector<T> structs;
  if (auto done = decode_scored(table, *rows, reader, &structs, what); !done)
    return unexpected(std::move(done.error()));
  SearchResults<T> out{{}, rows->cost, std::move(rows->unreadable), rows->incomplete};
  out.items.reserve(structs.size());
  for (std::size_t i = 0; i < structs.size(); ++i) out.items.push_back({std::move(structs[i]), rows->scores[i]});
  return out;
}

}  // namespace detail

// The call of db.search<Search>(vector, ...). The answer has the items whose vectors are the most similar, the best
// first, with their scores. A search has one answer and no pages. Without top_k() it has up to 10 items. Errors: those
// of the database, which refuses a vector of another length than the index has dimensions; ValidationException if a
// value is invalid; with Unreadable::Fail, the reason of the first row that cannot be read.
template <class Table, class Search>
class [[nodiscard]] SearchCall : public Call<SearchCall<Table, Search>, SearchResults<typename Search::value_type>> {
  using T = typename Search::value_type;
  using Entity = typename Search::entity;
  using Planned = detail::planned_search<Table, Search>;
  static_assert(Planned::sound);

 public:
  template <class... Given>
  explicit SearchCall(std::shared_ptr<Session> session, std::span<const float> vector, const Given&... given)
      : session_(std::move(session)) {
    read_.pattern = &Planned::info;
    read_.vector.assign(vector.begin(), vector.end());
    read_.expired_too = Search::options().with_expired;
    read_.attributes = std::span(Planned::read_attributes.list).first(Planned::read_attributes.count);
    if constexpr (detail::values_check<Given...>::ok) {
      static_assert(detail::gives_search<Search, Given...>);
      (note(detail::add_value<Entity>(given, read_.values)), ...);
    }
  }

  // Limits the answer to `count` items, 1 to 100.
  SearchCall& top_k(std::int64_t count) {
    read_.top_k = count;
    return *this;
  }
  // Finds only items for which the condition holds: an equality with a member that is an inline filter of the index, or
  // several of them joined by &&. The other items take no places in the answer.
  template <class Condition>
  SearchCall& filter(const Condition& condition) {
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(Planned::template can_filter<Condition>);
      auto predicate = detail::predicate_for<Entity>(condition);
      note(predicate ? detail::add_search_filters(*predicate, read_.filters)
                     : Result<void>(unexpected(std::move(predicate.error()))));
    }
    return *this;
  }
  // Items whose time to live has passed are in the answer too.
  SearchCall& with_expired() {
    read_.expired_too = true;
    return *this;
  }
  // Chooses the treatment of rows that cannot be read, in place of the pattern's choice.
  SearchCall& on_unreadable(Unreadable what) {
    read_.unreadable = what;
    return *this;
  }

  // Returns the first request without sending it.
  Result<Explanation> explain() const {
    if (error_) return unexpected(*error_);
    return explain_search(session_, read_);
  }

  void start(Mode mode, Done<SearchResults<T>> done) {
    if (error_) return done(unexpected(*error_));
    const Unreadable what = read_.unreadable.value_or(Planned::info.unreadable);
    model::search(session_, mode, read_, [done = std::move(done), what](Result<ScoredRows> rows) {
      done(detail::results_of<T>(std::move(rows), Table::info(), detail::struct_reader<Table, Entity, T>, what));
    });
  }

 private:
  // Keeps the first error, which becomes the answer.
  void note(const Result<void>& done) {
    if (!done && !error_) error_ = done.error();
  }

  std::shared_ptr<Session> session_;
  SearchRead read_ = {};
  std::optional<Error> error_ = {};
};

}  // namespace partita::model
