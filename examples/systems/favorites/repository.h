// A user's favourites, with the ten functions of the article "Design of AWS DynamoDB actual combat table".
//
// Every method sends its requests at once and waits for the answers. The repository is safe to use from several threads
// and processes. Each method can return the errors of the database, and ValidationException for a value that cannot be
// in a key, such as an empty id. A condition that fails, because an item exists, is missing or has changed, is
// ConditionalCheckFailedException.
//
// Unclip, undo and the deletion of a tag may have to change more rows than one transaction takes. The first transaction
// decides such a call and leaves a job row. Further transactions do the rest, and the last one removes the job. After a
// failure in between, the job is continued by the same call, by any call that it blocks, or by resume().
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "favorites/model.h"

namespace favorites {

struct PageRequest {
  std::int64_t take = 20;
  std::optional<std::string> after = {};  // the token of the page before
};

enum class TagOrder { Name, NewestFirst, LastAccessedFirst };

// The favourite after which a search continues.
struct SearchPosition {
  pt::utc_ms clipTime;
  std::string dataId;
  auto operator<=>(const SearchPosition&) const = default;
};
struct SearchPage {
  std::vector<Favorite> items;
  std::optional<SearchPosition> next;  // nullopt after the last page
};

// The time for which an unclipped favourite can be restored.
inline constexpr std::chrono::seconds kUndoPeriod = std::chrono::days(30);

class Repository {
 public:
  // The clock is options.now_ms, or the system's clock if that is empty.
  explicit Repository(std::shared_ptr<partita::Database> database, partita::model::SessionOptions options = {});

  // ---- clipping

  // Sends one transaction with the favourite and a row for each word of its title.
  // Errors: the favourite is clipped already; ValidationException for a title of more than kMostTitleWords different
  // words.
  partita::Result<void> clip(const Favorite& favorite);
  // Sends a GetItem.
  partita::Result<std::optional<Favorite>> get(const std::string& user_id, const std::string& data_id);
  // Sends a GetItem and one transaction with the title and the words that differ.
  // Errors: as clip(), and if the favourite is not clipped.
  partita::Result<void> retitle(const std::string& user_id, const std::string& data_id, const std::string& title);
  // Moves the favourite with its tags into the history. Sends a GetItem, a transaction for the favourite and its words,
  // a Query and a transaction for each 90 tags, and a last Query and transaction.
  // Errors: the favourite is not clipped.
  partita::Result<void> unclip(const std::string& user_id, const std::string& data_id);
  // Restores a favourite from the history, unchanged and with the tags that still exist. Sends a GetItem and a
  // transaction, then a GetItem, a BatchGetItem and a transaction for each 40 tags, and a last GetItem and transaction.
  // Errors: the favourite is not in the history, or is clipped.
  partita::Result<void> undo(const std::string& user_id, const std::string& data_id);
  // Sends one Query of lsiTwo. The answer is newest first, without favourites that can no longer be restored.
  partita::Result<pt::Page<Unclipped>> history(const std::string& user_id, const PageRequest& page = {});

  // ---- lists, newest first

  // Sends one Query of lsiTwo.
  partita::Result<pt::Page<Favorite>> list(const std::string& user_id, const PageRequest& page = {});
  // Sends one Query of gsiOne.
  partita::Result<pt::Page<Favorite>> list_of_type(const std::string& user_id, DataType type,
                                                   const PageRequest& page = {});
  // Sends an UpdateItem of the tag's last access, a Query of gsiOne and a BatchGetItem. Errors: the tag is missing.
  partita::Result<pt::Page<Favorite>> list_tagged(const std::string& user_id, const std::string& tag_id,
                                                  const PageRequest& page = {});
  // The same with gsiTwo.
  partita::Result<pt::Page<Favorite>> list_tagged_of_type(const std::string& user_id, const std::string& tag_id,
                                                          DataType type, const PageRequest& page = {});
  // The favourites whose titles have all words of the text, in any order. Sends a Query of the base table for each
  // word, further ones if the words' favourites are far apart, and a BatchGetItem. A text without words finds no
  // favourite.
  partita::Result<SearchPage> search(const std::string& user_id, std::string_view text, std::size_t take = 20,
                                     const std::optional<SearchPosition>& after = {});

  // ---- tags

  // Sends one transaction. Errors: the tag exists.
  partita::Result<void> create_tag(const Tag& tag);
  // Sends an UpdateItem. Errors: the tag is missing.
  partita::Result<void> rename_tag(const std::string& user_id, const std::string& tag_id, const std::string& name);
  // Deletes the tag, also from its favourites. Sends a transaction for the tag, a Query of gsiOne and a transaction for
  // each 90 favourites, and a last Query and transaction.
  // Errors: the tag is missing.
  partita::Result<void> delete_tag(const std::string& user_id, const std::string& tag_id);
  // All tags of the user, by a Query of lsiOne, lsiTwo or lsiThree. Names are ordered by their bytes.
  partita::Result<std::vector<Tag>> tags(const std::string& user_id, TagOrder order);

  // Sends a GetItem and a transaction. Succeeds if the favourite has the tag already.
  // Errors: the favourite is not clipped, or the tag is missing.
  partita::Result<void> add_tag(const std::string& user_id, const std::string& data_id, const std::string& tag_id);
  // Sends one transaction. Succeeds if the favourite does not have the tag.
  partita::Result<void> remove_tag(const std::string& user_id, const std::string& data_id, const std::string& tag_id);
  // Sends a Query of the base table and a BatchGetItem. The tags come in the order of their ids.
  partita::Result<std::vector<Tag>> tags_of(const std::string& user_id, const std::string& data_id);

  // ---- upkeep

  // Finishes the jobs that failures have left, and returns their number. Sends a Query and the requests of the jobs.
  partita::Result<int> resume(const std::string& user_id);

  const Db& db() const { return db_; }

 private:
  using Writes = std::vector<partita::Result<pt::WriteRequest>>;

  pt::utc_ms now() const;
  Job new_job(const std::string& user_id, JobTarget target, const std::string& target_id, Task task);

  // Runs `attempt` until it succeeds or fails for a reason other than a job. If a job blocks it, that job is finished
  // first. Returns success at once if the finished job had the task `task`.
  partita::Result<void> clear_of_jobs(const std::string& user_id, JobTarget target, const std::string& target_id,
                                      std::optional<Task> task, const std::function<partita::Result<void>()>& attempt);
  // Finishes the job on the target and returns its task. nullopt if the target has no job.
  partita::Result<std::optional<Task>> finish_job_on(const std::string& user_id, JobTarget target,
                                                     const std::string& target_id);
  partita::Result<void> finish(const Job& job);
  // Does one round of the job. Returns true if the job is finished.
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

  // Both functions append one write for each word: a put or a removal of its row.
  void add_words(const Favorite& favorite, const std::vector<std::string>& words, Writes& to) const;
  void remove_words(const Favorite& favorite, const std::vector<std::string>& words, Writes& to) const;
  partita::Result<void> transact(Writes writes);

  const std::function<std::int64_t()> now_ms_;
  pt::ulid_generator job_ids_;
  const Db db_;
};

}  // namespace favorites
