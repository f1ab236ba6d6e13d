// A user's favourites, in the words of the document's ten functions.
//
// Every method sends its requests at once and waits. Safe to use from several threads and processes. Unless a method says
// otherwise, its errors are the database's, and ValidationException for what cannot stand in a key, an empty id for one.
// What is there already, missing, or not as it has to be is ConditionalCheckFailedException.
//
// Unclipping, undoing and deleting a tag may have more rows to change than one transaction takes. Each is decided by its
// first transaction, which leaves a job row; the rest is done in further ones, the last of which removes the job. After a
// failure in between, the same call, any that the job stands in the way of, or resume() does what is left.
#pragma once

#include "favorites/model.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace favorites {

struct PageRequest {
  std::int64_t take = 20;
  std::optional<std::string> after = {};  // the token of the page before
};

enum class TagOrder { Name, NewestFirst, LastAccessedFirst };

// Behind which favourite of an answer a search goes on.
struct SearchPosition {
  pt::utc_ms clipTime;
  std::string dataId;
  auto operator<=>(const SearchPosition&) const = default;
};
struct SearchPage {
  std::vector<Favorite> items;
  std::optional<SearchPosition> next;  // none after the last
};

// How long an unclipped favourite can be had back.
inline constexpr std::chrono::seconds kUndoPeriod = std::chrono::days(30);

class Repository {
 public:
  // The clock is options.now_ms, or the system's.
  explicit Repository(std::shared_ptr<partita::Database> database, partita::model::SessionOptions options = {});

  // ---- clipping

  // One transaction: the favourite, and a row for each word of its title. Errors: it is clipped already;
  // ValidationException for a title of more than kMostTitleWords different words.
  partita::Result<void> clip(const Favorite& favorite);
  // GetItem.
  partita::Result<std::optional<Favorite>> get(const std::string& user_id, const std::string& data_id);
  // GetItem and one transaction: the title, and the words in which it differs. Errors: as clip; it is not clipped.
  partita::Result<void> retitle(const std::string& user_id, const std::string& data_id, const std::string& title);
  // Into the history, with its tags. GetItem; a transaction for the favourite and its words; for each 90 tags a Query and
  // a transaction; a Query and a transaction to end with. Errors: it is not clipped.
  partita::Result<void> unclip(const std::string& user_id, const std::string& data_id);
  // Out of the history: as it was, under the tags that still exist. GetItem, a transaction; for each 40 tags GetItem,
  // BatchGetItem and a transaction; GetItem and a transaction to end with. Errors: it is not in the history, or clipped.
  partita::Result<void> undo(const std::string& user_id, const std::string& data_id);
  // Newest first, one Query of lsiTwo. What can no longer be undone is not shown.
  partita::Result<pt::Page<Unclipped>> history(const std::string& user_id, const PageRequest& page = {});

  // ---- lists, newest first

  // One Query of lsiTwo.
  partita::Result<pt::Page<Favorite>> list(const std::string& user_id, const PageRequest& page = {});
  // One Query of gsiOne.
  partita::Result<pt::Page<Favorite>> list_of_type(const std::string& user_id, DataType type,
                                                   const PageRequest& page = {});
  // Updates the tag's last access: UpdateItem, a Query of gsiOne and a BatchGetItem. Errors: there is no such tag.
  partita::Result<pt::Page<Favorite>> list_tagged(const std::string& user_id, const std::string& tag_id,
                                                  const PageRequest& page = {});
  // The same with gsiTwo.
  partita::Result<pt::Page<Favorite>> list_tagged_of_type(const std::string& user_id, const std::string& tag_id,
                                                          DataType type, const PageRequest& page = {});
  // Favourites with all words of the text in their titles, whatever their order: a Query of the base table for each
  // word, more where the words' favourites are far apart, and a BatchGetItem. A text without words finds nothing.
  partita::Result<SearchPage> search(const std::string& user_id, std::string_view text, std::size_t take = 20,
                                     const std::optional<SearchPosition>& after = {});

  // ---- tags

  // One transaction. Errors: the tag exists.
  partita::Result<void> create_tag(const Tag& tag);
  // UpdateItem. Errors: there is no such tag.
  partita::Result<void> rename_tag(const std::string& user_id, const std::string& tag_id, const std::string& name);
  // From its favourites too. A transaction for the tag; for each 90 favourites a Query of gsiOne and a transaction; a
  // Query and a transaction to end with. Errors: there is no such tag.
  partita::Result<void> delete_tag(const std::string& user_id, const std::string& tag_id);
  // All of them, a Query of lsiOne, lsiTwo or lsiThree; names are ordered by their bytes.
  partita::Result<std::vector<Tag>> tags(const std::string& user_id, TagOrder order);

  // GetItem and a transaction. Succeeds where the favourite has the tag. Errors: it is not clipped, or there is no such
  // tag.
  partita::Result<void> add_tag(const std::string& user_id, const std::string& data_id, const std::string& tag_id);
  // One transaction. Succeeds where the favourite does not have the tag.
  partita::Result<void> remove_tag(const std::string& user_id, const std::string& data_id, const std::string& tag_id);
  // In the order of their ids: a Query of the base table and a BatchGetItem.
  partita::Result<std::vector<Tag>> tags_of(const std::string& user_id, const std::string& data_id);

  // ---- upkeep

  // Does what failures have left undone, and says how many jobs there were. A Query, and what the jobs cost.
  partita::Result<int> resume(const std::string& user_id);

  const Db& db() const { return db_; }

 private:
  using Writes = std::vector<partita::Result<pt::WriteRequest>>;

  pt::utc_ms now() const;
  Job new_job(const std::string& user_id, JobTarget target, const std::string& target_id, Task task);

  // Runs `attempt` until it succeeds or fails for another reason than a job, and does that job first. Stops where the
  // job was `task` itself.
  partita::Result<void> clear_of_jobs(const std::string& user_id, JobTarget target, const std::string& target_id,
                                      std::optional<Task> task, const std::function<partita::Result<void>()>& attempt);
  // The task of the job that was on the target, now done; none where there was no job.
  partita::Result<std::optional<Task>> finish_job_on(const std::string& user_id, JobTarget target,
                                                     const std::string& target_id);
  partita::Result<void> finish(const Job& job);
  // One round: true when the job is done.
  partita::Result<bool> advance(const Job& job);
  partita::Result<bool> advance_unclip(const Job& job);
  partita::Result<bool> advance_undo(const Job& job);
  partita::Result<bool> advance_delete_tag(const Job& job);
  partita::Result<bool> is_current(const Job& job);

  partita::Result<void> start_unclip(const Favorite& favorite);
  partita::Result<void> start_undo(const std::string& user_id, const std::string& data_id);
  partita::Result<void> try_retitle(const Favorite& favorite, const std::string& title);
  partita::Result<void> touch(const std::string& user_id, const std::string& tag_id);
  partita::Result<pt::Page<Favorite>> favorites_of(const std::string& user_id, partita::Result<pt::Page<ItemTag>> rows);
  partita::Result<std::vector<Favorite>> get_all(std::vector<pt::key_values<FavoriteE>> keys);

  // For each word: added by `put`, or removed.
  void add_words(const Favorite& favorite, const std::vector<std::string>& words, Writes& to) const;
  void remove_words(const Favorite& favorite, const std::vector<std::string>& words, Writes& to) const;
  partita::Result<void> transact(Writes writes);

  const std::function<std::int64_t()> now_ms_;
  pt::ulid_generator job_ids_;
  const Db db_;
};

}  // namespace favorites
