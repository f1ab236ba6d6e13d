// Jobs are tasks that need more than one transaction. Any call can continue a job at any point.
//
// Every write of a job is in a transaction that checks that the job still exists. So a run that is delayed changes no
// later data.
#include "favorites/attempts.h"
#include "favorites/repository.h"

namespace favorites {

using namespace pt::literals;
using partita::ErrorCode;
using partita::Result;

namespace {

// The rows in one transaction, which may have 100 actions, so that the job and its own rows fit too.
constexpr std::int64_t kRowsAtOnce = 90;
// The same limit for rows that each need a check of their tag.
constexpr std::size_t kTagsAtOnce = 40;

// True if a job is the item that made the condition fail.
bool is_blocked_by_job(const partita::Error& error) {
  if (!is_failed_condition(error) || !error.item) return false;
  const auto job_id = error.item->get("jobId");
  return job_id.has_value();
}

auto still_there(const Job& job) {
  return pt::check<JobE>("userId"_f = job.userId, "target"_f = job.target, "targetId"_f = job.targetId)
      .when("jobId"_f == job.jobId);
}
auto end_of(const Job& job) {
  return pt::remove<JobE>("userId"_f = job.userId, "target"_f = job.target, "targetId"_f = job.targetId)
      .must_exist()
      .when("jobId"_f == job.jobId);
}
auto remove_row(const ItemTag& row) {
  return pt::remove<ItemTagE>("userId"_f = row.userId, "dataId"_f = row.dataId, "tagId"_f = row.tagId);
}

}  // namespace

Job Repository::new_job(const std::string& user_id, JobTarget target, const std::string& target_id, Task task) {
  return {user_id, target, target_id, task, job_ids_.next()};
}

Result<void> Repository::clear_of_jobs(const std::string& user_id, JobTarget target, const std::string& target_id,
                                       std::optional<Task> task, const std::function<Result<void>()>& attempt) {
  Result<void> done;
  for (int attempts = 0; attempts < kMostAttempts; ++attempts) {
    done = attempt();
    if (done || !is_failed_condition(done.error())) return done;
    // If no item made the condition fail, another attempt would find the same.
    if (!done.error().item) return done;
    if (!is_blocked_by_job(done.error())) {
      // The favourite changed after it was read. Only an unclip reads it again. For the other tasks it is a lasting
      // conflict.
      if (task != Task::Unclip) return done;
      continue;
    }
    const auto finished = finish_job_on(user_id, target, target_id);
    if (!finished) return partita::unexpected(finished.error());
    if (task && *finished == task) return {};
  }
  return done;
}

Result<std::optional<Task>> Repository::finish_job_on(const std::string& user_id, JobTarget target,
                                                      const std::string& target_id) {
  const auto job =
      db_.get<JobE>("userId"_f = user_id, "target"_f = target, "targetId"_f = target_id).consistent().run();
  if (!job) return partita::unexpected(job.error());
  if (!*job) return std::nullopt;
  if (auto done = finish(**job); !done) return partita::unexpected(std::move(done.error()));
  return (*job)->task;
}

Result<bool> Repository::is_current(const Job& job) {
  const auto found =
      db_.get<JobE>("userId"_f = job.userId, "target"_f = job.target, "targetId"_f = job.targetId).consistent().run();
  if (!found) return partita::unexpected(found.error());
  return *found && (*found)->jobId == job.jobId;
}

Result<void> Repository::finish(const Job& job) {
  int failures = 0;
  while (true) {
    const auto done = advance(job);
    if (done && *done) return {};
    if (done) continue;
    if (!is_failed_condition(done.error()) || ++failures == kMostAttempts) return partita::unexpected(done.error());
    // Another call has finished the job, or has changed the rows that this round read.
    const auto current = is_current(job);
    if (!current) return partita::unexpected(current.error());
    if (!*current) return {};
  }
}

Result<bool> Repository::advance(const Job& job) {
  switch (job.task) {
    case Task::Unclip:
      return advance_unclip(job);
    case Task::Undo:
      return advance_undo(job);
    case Task::DeleteTag:
      return advance_delete_tag(job);
  }
  return partita::invalid("The job has no known task");
}

Result<bool> Repository::advance_unclip(const Job& job) {
  // No call adds tags to an item that is not clipped. So if the read finds no row, no row is left.
  const auto rows =
      db_.query<TagsOfItem>("userId"_f = job.userId, "dataId"_f = job.targetId).consistent().take(kRowsAtOnce).run();
  if (!rows) return partita::unexpected(rows.error());
  const bool at_end = rows->items.empty();
  auto history = pt::update<UnclippedE>("userId"_f = job.userId, "dataId"_f = job.targetId);
  Writes writes;
  if (at_end) {
    writes.push_back(db_.request_of(end_of(job)));
    writes.push_back(db_.request_of(std::move(history).set("ttl"_f = pt::epoch_seconds(now()) + kUndoPeriod)));
  } else {
    pt::string_set tags;
    writes.push_back(db_.request_of(still_there(job)));
    for (const ItemTag& row : rows->items) {
      tags.insert(row.tagId);
      writes.push_back(db_.request_of(remove_row(row)));
    }
    writes.push_back(db_.request_of(std::move(history).add_to_set("tagIds"_f = tags)));
  }
  if (auto done = transact(std::move(writes)); !done) return partita::unexpected(std::move(done.error()));
  return at_end;
}

Result<bool> Repository::advance_undo(const Job& job) {
  const auto unclipped = db_.get<UnclippedE>("userId"_f = job.userId, "dataId"_f = job.targetId).consistent().run();
  if (!unclipped) return partita::unexpected(unclipped.error());
  Writes writes;
  if (!*unclipped || (*unclipped)->tagIds.empty()) {
    writes.push_back(db_.request_of(end_of(job)));
    writes.push_back(db_.request_of(pt::remove<UnclippedE>("userId"_f = job.userId, "dataId"_f = job.targetId)));
    if (auto done = transact(std::move(writes)); !done) return partita::unexpected(std::move(done.error()));
    return true;
  }
  pt::string_set chunk;
  std::vector<pt::key_values<TagE>> keys;
  for (const std::string& tag : (*unclipped)->tagIds) {
    if (chunk.size() == kTagsAtOnce) break;
    chunk.insert(tag);
    keys.push_back(pt::key_of<TagE>("userId"_f = job.userId, "tagId"_f = tag));
  }
  const auto tags = db_.get_many<TagE>(std::move(keys), pt::ConsistentRead::Yes).run();
  if (!tags) return partita::unexpected(tags.error());
  writes.push_back(db_.request_of(still_there(job)));
  const Favorite& favorite = (*unclipped)->favorite;
  for (const auto& tag : tags->items) {
    // The tag was deleted in the meantime.
    if (!tag) continue;
    writes.push_back(db_.request_of(pt::check<TagE>("userId"_f = job.userId, "tagId"_f = tag->tagId)));
    writes.push_back(db_.request_of(
        pt::replace(ItemTag{job.userId, job.targetId, tag->tagId, favorite.dataType, favorite.clipTime})));
  }
  writes.push_back(db_.request_of(
      pt::update<UnclippedE>("userId"_f = job.userId, "dataId"_f = job.targetId).remove_from_set("tagIds"_f = chunk)));
  if (auto done = transact(std::move(writes)); !done) return partita::unexpected(std::move(done.error()));
  return false;
}

Result<bool> Repository::advance_delete_tag(const Job& job) {
  const auto rows = db_.query<TaggedNewest>("userId"_f = job.userId, "tagId"_f = job.targetId).take(kRowsAtOnce).run();
  if (!rows) return partita::unexpected(rows.error());
  const bool at_end = rows->items.empty();
  Writes writes;
  if (at_end) {
    writes.push_back(db_.request_of(end_of(job)));
  } else {
    writes.push_back(db_.request_of(still_there(job)));
    for (const ItemTag& row : rows->items) writes.push_back(db_.request_of(remove_row(row)));
  }
  if (auto done = transact(std::move(writes)); !done) return partita::unexpected(std::move(done.error()));
  return at_end;
}

Result<int> Repository::resume(const std::string& user_id) {
  const auto jobs = db_.query<JobsOfUser>("userId"_f = user_id).run();
  if (!jobs) return partita::unexpected(jobs.error());
  for (const Job& job : jobs->items)
    if (auto done = finish(job); !done) return partita::unexpected(std::move(done.error()));
  return static_cast<int>(jobs->items.size());
}

}  // namespace favorites
