// Clips and unclips favourites, and lists them.
#include <algorithm>
#include <iterator>

#include "favorites/attempts.h"
#include "favorites/repository.h"
#include "favorites/words.h"

namespace favorites {

using namespace pt::literals;
using partita::ErrorCode;
using partita::Result;

namespace {

Result<std::vector<std::string>> title_words(const std::string& title) {
  auto words = words_of(title);
  if (words && words->size() > kMostTitleWords)
    return partita::invalid("A title has at most " + std::to_string(kMostTitleWords) +
                            " different words; this one has " + std::to_string(words->size()));
  return words;
}

std::vector<std::string> without(const std::vector<std::string>& words, const std::vector<std::string>& others) {
  std::vector<std::string> left;
  std::set_difference(words.begin(), words.end(), others.begin(), others.end(), std::back_inserter(left));
  return left;
}

partita::unexpected<partita::Error> not_clipped(const std::string& data_id) {
  return partita::fail(ErrorCode::ConditionalCheckFailedException, "There is no favourite " + data_id);
}

}  // namespace

Repository::Repository(std::shared_ptr<partita::Database> database, pt::SessionOptions options)
    : now_ms_(options.now_ms), job_ids_(options.now_ms), db_(std::move(database), std::move(options)) {}

pt::utc_ms Repository::now() const { return now_ms_ ? pt::utc_ms(now_ms_()) : pt::utc_ms::now(); }

Result<void> Repository::transact(Writes writes) {
  auto done = db_.transact(std::move(writes)).run();
  if (!done) return partita::unexpected(std::move(done.error()));
  return {};
}

void Repository::add_words(const Favorite& favorite, const std::vector<std::string>& words, Writes& to) const {
  for (const std::string& word : words)
    to.push_back(db_.request_of(pt::replace(TitleWord{favorite.userId, word, favorite.dataId, favorite.clipTime})));
}

void Repository::remove_words(const Favorite& favorite, const std::vector<std::string>& words, Writes& to) const {
  for (const std::string& word : words)
    to.push_back(
        db_.request_of(pt::remove<TitleWordE>("userId"_f = favorite.userId, "word"_f = word,
                                              "clipTime"_f = favorite.clipTime, "dataId"_f = favorite.dataId)));
}

Result<void> Repository::clip(const Favorite& favorite) {
  const auto words = title_words(favorite.title);
  if (!words) return partita::unexpected(words.error());
  return clear_of_jobs(favorite.userId, JobTarget::Item, favorite.dataId, {}, [&] {
    Writes writes;
    writes.push_back(db_.request_of(
        pt::check<JobE>("userId"_f = favorite.userId, "target"_f = JobTarget::Item, "targetId"_f = favorite.dataId)
            .when("jobId"_f.not_exists())));
    writes.push_back(db_.request_of(pt::create(favorite)));
    add_words(favorite, *words, writes);
    return transact(std::move(writes));
  });
}

Result<std::optional<Favorite>> Repository::get(const std::string& user_id, const std::string& data_id) {
  return db_.get<FavoriteE>("userId"_f = user_id, "dataId"_f = data_id).consistent().run();
}

Result<void> Repository::try_retitle(const Favorite& favorite, const std::string& title) {
  const auto before = words_of(favorite.title);
  if (!before) return partita::unexpected(before.error());
  const auto after = title_words(title);
  if (!after) return partita::unexpected(after.error());
  Writes writes;
  writes.push_back(db_.request_of(pt::update<FavoriteE>("userId"_f = favorite.userId, "dataId"_f = favorite.dataId)
                                      .set("title"_f = title)
                                      .when("title"_f == favorite.title && "clipTime"_f == favorite.clipTime)));
  remove_words(favorite, without(*before, *after), writes);
  add_words(favorite, without(*after, *before), writes);
  return transact(std::move(writes));
}

Result<void> Repository::retitle(const std::string& user_id, const std::string& data_id, const std::string& title) {
  Result<void> done;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const auto favorite = get(user_id, data_id);
    if (!favorite) return partita::unexpected(favorite.error());
    if (!*favorite) return not_clipped(data_id);
    done = try_retitle(**favorite, title);
    // Try again only if another call changed the favourite after it was read.
    if (done || done.error().code != ErrorCode::ConditionalCheckFailedException) break;
  }
  return done;
}

Result<void> Repository::unclip(const std::string& user_id, const std::string& data_id) {
  return clear_of_jobs(user_id, JobTarget::Item, data_id, Task::Unclip, [&]() -> Result<void> {
    const auto favorite = get(user_id, data_id);
    if (!favorite) return partita::unexpected(favorite.error());
    if (*favorite) return start_unclip(**favorite);
    // The favourite is unclipped already, but its job may not be finished.
    const auto task = finish_job_on(user_id, JobTarget::Item, data_id);
    if (!task) return partita::unexpected(task.error());
    return *task == Task::Unclip ? Result<void>() : not_clipped(data_id);
  });
}

Result<void> Repository::start_unclip(const Favorite& favorite) {
  const auto words = words_of(favorite.title);
  if (!words) return partita::unexpected(words.error());
  const Job job = new_job(favorite.userId, JobTarget::Item, favorite.dataId, Task::Unclip);
  Writes writes;
  writes.push_back(db_.request_of(pt::create(job)));
  writes.push_back(db_.request_of(pt::remove<FavoriteE>("userId"_f = favorite.userId, "dataId"_f = favorite.dataId)
                                      .must_exist()
                                      .when("title"_f == favorite.title && "clipTime"_f == favorite.clipTime)));
  writes.push_back(db_.request_of(
      pt::replace(Unclipped{favorite.userId, favorite.dataId, now(), favorite, pt::string_set(), std::nullopt})));
  remove_words(favorite, *words, writes);
  if (auto started = transact(std::move(writes)); !started) return started;
  return finish(job);
}

Result<void> Repository::undo(const std::string& user_id, const std::string& data_id) {
  return clear_of_jobs(user_id, JobTarget::Item, data_id, Task::Undo, [&] { return start_undo(user_id, data_id); });
}

Result<void> Repository::start_undo(const std::string& user_id, const std::string& data_id) {
  const auto unclipped = db_.get<UnclippedE>("userId"_f = user_id, "dataId"_f = data_id).consistent().run();
  if (!unclipped) return partita::unexpected(unclipped.error());
  if (!*unclipped)
    return partita::fail(ErrorCode::ConditionalCheckFailedException, "There is nothing to undo for " + data_id);
  const Favorite& favorite = (*unclipped)->favorite;
  const auto words = words_of(favorite.title);
  if (!words) return partita::unexpected(words.error());
  const Job job = new_job(user_id, JobTarget::Item, data_id, Task::Undo);
  Writes writes;
  writes.push_back(db_.request_of(pt::create(job)));
  writes.push_back(db_.request_of(pt::create(favorite)));
  writes.push_back(db_.request_of(pt::update<UnclippedE>("userId"_f = user_id, "dataId"_f = data_id)
                                      .erase("ttl"_f)
                                      .when("unclipTime"_f == (*unclipped)->unclipTime)));
  add_words(favorite, *words, writes);
  if (auto started = transact(std::move(writes)); !started) return started;
  return finish(job);
}

Result<pt::Page<Unclipped>> Repository::history(const std::string& user_id, const PageRequest& page) {
  return db_.query<UnclippedNewest>("userId"_f = user_id).take(page.take).after(page.after).run();
}

Result<pt::Page<Favorite>> Repository::list(const std::string& user_id, const PageRequest& page) {
  return db_.query<AllNewest>("userId"_f = user_id).take(page.take).after(page.after).run();
}

Result<pt::Page<Favorite>> Repository::list_of_type(const std::string& user_id, DataType type,
                                                    const PageRequest& page) {
  return db_.query<TypeNewest>("userId"_f = user_id, "dataType"_f = type).take(page.take).after(page.after).run();
}

}  // namespace favorites
