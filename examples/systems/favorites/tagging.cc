// Tags, and the favourites under them.
#include "favorites/attempts.h"
#include "favorites/repository.h"

namespace favorites {

using namespace pt::literals;
using partita::ErrorCode;
using partita::Result;

namespace {

partita::unexpected<partita::Error> missing(std::string what) {
  return partita::fail(ErrorCode::ConditionalCheckFailedException, std::move(what));
}

}  // namespace

Result<void> Repository::create_tag(const Tag& tag) {
  return clear_of_jobs(tag.userId, JobTarget::Tag, tag.tagId, {}, [&] {
    Writes writes;
    writes.push_back(
        db_.request_of(pt::check<JobE>("userId"_f = tag.userId, "target"_f = JobTarget::Tag, "targetId"_f = tag.tagId)
                           .when("jobId"_f.not_exists())));
    writes.push_back(db_.request_of(pt::create(tag)));
    return transact(std::move(writes));
  });
}

Result<void> Repository::rename_tag(const std::string& user_id, const std::string& tag_id, const std::string& name) {
  auto renamed = db_.run(pt::update<TagE>("userId"_f = user_id, "tagId"_f = tag_id).set("tagName"_f = name)).run();
  if (!renamed) return partita::unexpected(std::move(renamed.error()));
  return {};
}

Result<void> Repository::delete_tag(const std::string& user_id, const std::string& tag_id) {
  return clear_of_jobs(user_id, JobTarget::Tag, tag_id, Task::DeleteTag, [&]() -> Result<void> {
    const Job job = new_job(user_id, JobTarget::Tag, tag_id, Task::DeleteTag);
    Writes writes;
    writes.push_back(db_.request_of(pt::create(job)));
    writes.push_back(db_.request_of(pt::remove<TagE>("userId"_f = user_id, "tagId"_f = tag_id).must_exist()));
    if (auto started = transact(std::move(writes)); !started) return started;
    return finish(job);
  });
}

Result<std::vector<Tag>> Repository::tags(const std::string& user_id, TagOrder order) {
  auto page = order == TagOrder::Name          ? db_.query<TagsByName>("userId"_f = user_id).run()
              : order == TagOrder::NewestFirst ? db_.query<TagsByCreation>("userId"_f = user_id).run()
                                               : db_.query<TagsByAccess>("userId"_f = user_id).run();
  if (!page) return partita::unexpected(std::move(page.error()));
  return std::move(page->items);
}

Result<void> Repository::add_tag(const std::string& user_id, const std::string& data_id, const std::string& tag_id) {
  Result<void> done;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const auto favorite = get(user_id, data_id);
    if (!favorite) return partita::unexpected(favorite.error());
    if (!*favorite) return missing("There is no favourite " + data_id);
    Writes writes;
    writes.push_back(db_.request_of(
        pt::check<FavoriteE>("userId"_f = user_id, "dataId"_f = data_id).when("clipTime"_f == (*favorite)->clipTime)));
    writes.push_back(db_.request_of(pt::check<TagE>("userId"_f = user_id, "tagId"_f = tag_id)));
    writes.push_back(
        db_.request_of(pt::replace(ItemTag{user_id, data_id, tag_id, (*favorite)->dataType, (*favorite)->clipTime})));
    done = transact(std::move(writes));
    if (done || !is_failed_condition(done.error())) return done;
    // Without an item, the tag is missing, or the favourite is by now. With one, the favourite was clipped again in
    // between.
    if (!done.error().item) return missing("There is no favourite " + data_id + " or no tag " + tag_id);
  }
  return done;
}

Result<void> Repository::remove_tag(const std::string& user_id, const std::string& data_id, const std::string& tag_id) {
  // An undo that is under way would restore the tag, so it must be finished first.
  return clear_of_jobs(user_id, JobTarget::Item, data_id, {}, [&] {
    Writes writes;
    writes.push_back(
        db_.request_of(pt::check<JobE>("userId"_f = user_id, "target"_f = JobTarget::Item, "targetId"_f = data_id)
                           .when("jobId"_f.not_exists())));
    writes.push_back(
        db_.request_of(pt::remove<ItemTagE>("userId"_f = user_id, "dataId"_f = data_id, "tagId"_f = tag_id)));
    return transact(std::move(writes));
  });
}

Result<std::vector<Tag>> Repository::tags_of(const std::string& user_id, const std::string& data_id) {
  const auto rows = db_.query<TagsOfItem>("userId"_f = user_id, "dataId"_f = data_id).run();
  if (!rows) return partita::unexpected(rows.error());
  std::vector<pt::key_values<TagE>> keys;
  for (const ItemTag& row : rows->items) keys.push_back(pt::key_of<TagE>("userId"_f = user_id, "tagId"_f = row.tagId));
  if (keys.empty()) return std::vector<Tag>();
  auto found = db_.get_many<TagE>(std::move(keys)).run();
  if (!found) return partita::unexpected(std::move(found.error()));
  std::vector<Tag> tags;
  // A row whose tag is being deleted has no tag any more.
  for (auto& tag : found->items)
    if (tag) tags.push_back(std::move(*tag));
  return tags;
}

Result<void> Repository::touch(const std::string& user_id, const std::string& tag_id) {
  const Milliseconds access = now().ms();
  auto touched = db_.run(pt::update<TagE>("userId"_f = user_id, "tagId"_f = tag_id)
                             .set("lastAccessTime"_f = access)
                             .when("lastAccessTime"_f <= access))
                     .run();
  if (touched) return {};
  if (!is_failed_condition(touched.error())) return partita::unexpected(std::move(touched.error()));
  // A later access was written first.
  if (touched.error().item) return {};
  return missing("There is no tag " + tag_id);
}

Result<std::vector<Favorite>> Repository::get_all(std::vector<pt::key_values<FavoriteE>> keys) {
  if (keys.empty()) return std::vector<Favorite>();
  auto found = db_.get_many<FavoriteE>(std::move(keys)).run();
  if (!found) return partita::unexpected(std::move(found.error()));
  std::vector<Favorite> favorites;
  // Some favourites may have been unclipped after their rows were read.
  for (auto& favorite : found->items)
    if (favorite) favorites.push_back(std::move(*favorite));
  return favorites;
}

Result<pt::Page<Favorite>> Repository::favorites_of(const std::string& user_id, Result<pt::Page<ItemTag>> rows) {
  if (!rows) return partita::unexpected(std::move(rows.error()));
  std::vector<pt::key_values<FavoriteE>> keys;
  for (const ItemTag& row : rows->items)
    keys.push_back(pt::key_of<FavoriteE>("userId"_f = user_id, "dataId"_f = row.dataId));
  auto favorites = get_all(std::move(keys));
  if (!favorites) return partita::unexpected(std::move(favorites.error()));
  return pt::Page<Favorite>{std::move(*favorites), std::move(rows->token), rows->cost};
}

Result<pt::Page<Favorite>> Repository::list_tagged(const std::string& user_id, const std::string& tag_id,
                                                   const PageRequest& page) {
  if (auto touched = touch(user_id, tag_id); !touched) return partita::unexpected(std::move(touched.error()));
  return favorites_of(
      user_id,
      db_.query<TaggedNewest>("userId"_f = user_id, "tagId"_f = tag_id).take(page.take).after(page.after).run());
}

Result<pt::Page<Favorite>> Repository::list_tagged_of_type(const std::string& user_id, const std::string& tag_id,
                                                           DataType type, const PageRequest& page) {
  if (auto touched = touch(user_id, tag_id); !touched) return partita::unexpected(std::move(touched.error()));
  return favorites_of(user_id,
                      db_.query<TaggedTypeNewest>("userId"_f = user_id, "tagId"_f = tag_id, "dataType"_f = type)
                          .take(page.take)
                          .after(page.after)
                          .run());
}

}  // namespace favorites
