// Search reads the rows of each word, newest first, and walks all lists together to find the favourites that they
// share. If a list is far ahead, it is read again from the position of the others, so that the rows in between are
// skipped.
#include "favorites/repository.h"
#include "favorites/words.h"

namespace favorites {

using namespace pt::literals;
using partita::Result;

namespace {

constexpr pt::utc_ms kEndOfTime = "9999-12-31T23:59:59.999Z"_utc;

SearchPosition position_of(const TitleWord& row) { return {row.clipTime, row.dataId}; }

// The positions that are older than a position or equal to it, or only the older ones.
struct Limit {
  std::optional<SearchPosition> at = {};  // nullopt admits all positions
  bool inclusive = true;

  bool admits(const SearchPosition& position) const { return !at || position < *at || (inclusive && position == *at); }
};

// The favourites of one word, newest first.
class WordList {
 public:
  WordList(const Db& db, std::string user_id, std::string word, std::int64_t rows_at_once)
      : db_(db), user_id_(std::move(user_id)), word_(std::move(word)), rows_at_once_(rows_at_once) {}

  // The newest position that the limit admits, or nullopt after the last one. Requires: each limit is older than the
  // limits before it, or equal.
  Result<std::optional<SearchPosition>> next(const Limit& limit) {
    while (true) {
      for (; at_ < rows_.size(); ++at_)
        if (limit.admits(position_of(rows_[at_]))) return position_of(rows_[at_]);
      if (at_end_) return std::nullopt;
      if (auto done = read(limit); !done) return partita::unexpected(std::move(done.error()));
    }
  }

 private:
  Result<void> read(const Limit& limit) {
    const pt::utc_ms newest = limit.at ? limit.at->clipTime : kEndOfTime;
    // Rows with the same millisecond are read page by page.
    if (rows_.empty() || newest < rows_.back().clipTime) {
      newest_ = newest;
      token_.reset();
    }
    auto page = db_.query<WordNewest>("userId"_f = user_id_, "word"_f = word_, "clipTime"_f <= newest_)
                    .take(rows_at_once_)
                    .after(token_)
                    .run();
    if (!page) return partita::unexpected(std::move(page.error()));
    rows_ = std::move(page->items);
    token_ = std::move(page->token);
    at_ = 0;
    at_end_ = !token_;
    return {};
  }

  const Db& db_;
  const std::string user_id_, word_;
  const std::int64_t rows_at_once_;

  pt::utc_ms newest_;  // the start of the rows' query, whose next page token_ continues
  std::optional<std::string> token_;
  std::vector<TitleWord> rows_;
  std::size_t at_ = 0;
  bool at_end_ = false;
};

// At most `count` positions that all lists share.
Result<std::vector<SearchPosition>> common(std::vector<WordList>& lists, Limit limit, std::size_t count) {
  std::vector<SearchPosition> found;
  std::size_t agreed = 0;
  for (std::size_t at = 0; found.size() < count; at = (at + 1) % lists.size()) {
    const auto position = lists[at].next(limit);
    if (!position) return partita::unexpected(position.error());
    if (!*position) break;
    const bool same = limit.inclusive && limit.at == *position;
    agreed = same ? agreed + 1 : 1;
    limit = {*position, true};
    if (agreed < lists.size()) continue;
    found.push_back(**position);
    limit.inclusive = false;
    agreed = 0;
  }
  return found;
}

}  // namespace

Result<SearchPage> Repository::search(const std::string& user_id, std::string_view text, std::size_t take,
                                      const std::optional<SearchPosition>& after) {
  auto words = words_of(text);
  if (!words) return partita::unexpected(std::move(words.error()));
  if (words->empty() || take == 0) return SearchPage();
  // One more position tells whether there is a next page.
  const std::size_t wanted = take + 1;
  std::vector<WordList> lists;
  for (std::string& word : *words) lists.emplace_back(db_, user_id, std::move(word), static_cast<std::int64_t>(wanted));
  auto found = common(lists, Limit{after, !after}, wanted);
  if (!found) return partita::unexpected(std::move(found.error()));
  SearchPage page;
  if (found->size() == wanted) {
    found->pop_back();
    page.next = found->back();
  }
  std::vector<pt::key_values<FavoriteE>> keys;
  for (const SearchPosition& position : *found)
    keys.push_back(pt::key_of<FavoriteE>("userId"_f = user_id, "dataId"_f = position.dataId));
  auto favorites = get_all(std::move(keys));
  if (!favorites) return partita::unexpected(std::move(favorites.error()));
  page.items = std::move(*favorites);
  return page;
}

}  // namespace favorites
