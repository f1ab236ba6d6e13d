#include "favorites/sample_data.h"

#include "favorites/words.h"
#include "shared/load.h"

namespace favorites {

using namespace pt::literals;
using partita::Result;

namespace {

constexpr pt::utc_ms kStart = "2021-10-10T05:00:00Z"_utc;
constexpr int kOldFavorites = 180;  // each has a row, at least three words, and a tag
constexpr int kOtherTags = 120;

Favorite favorite(std::string id, int minutes, DataType type, std::string title) {
  return {kUser,
          id,
          "friend",
          std::move(title),
          "https://example.com/" + id + "/small",
          "https://example.com/" + id,
          type,
          minute(minutes)};
}

Tag tag(std::string user, std::string id, std::string name, int created, int accessed) {
  return {std::move(user), std::move(id), std::move(name), minute(created).ms(), minute(accessed).ms()};
}

Result<void> put_favorites(const Db& db, const std::vector<Favorite>& favorites) {
  std::vector<TitleWord> rows;
  for (const Favorite& one : favorites) {
    const auto words = words_of(one.title);
    if (!words) return partita::unexpected(words.error());
    for (const std::string& word : *words) rows.push_back({one.userId, word, one.dataId, one.clipTime});
  }
  if (auto done = systems::put_all(db, favorites); !done) return done;
  return systems::put_all(db, rows);
}

Result<void> clear(Repository& repository) {
  const std::string table = pt::table_name(*repository.db().session(), FavoriteTable::info());
  std::vector<std::string> partitions;
  for (const char* entity : {"Tag", "FavoriteData", "FavoriteWord", "FavoriteHistory", "FavoriteJob"})
    partitions.push_back(std::string(entity) + "#" + kUser);
  for (const Favorite& one : sample_favorites())
    partitions.push_back("FavoriteDataTag#" + one.userId + "#" + one.dataId);
  for (const std::string& partition : partitions)
    if (auto done =
            systems::clear_partition(repository.db().database(), table, "pk", "sk", partita::AttributeValue(partition));
        !done)
      return done;
  return {};
}

}  // namespace

pt::utc_ms minute(int n) { return kStart + std::chrono::minutes(n); }

const std::vector<Favorite>& sample_favorites() {
  static const std::vector<Favorite> list = {
      favorite("d1", 1, DataType::Image, "Sunset at West Lake"),
      favorite("d2", 2, DataType::Video, "How to fold a paper crane"),
      favorite("d3", 3, DataType::Link, "Design of AWS DynamoDB actual combat table"),
      favorite("d4", 4, DataType::File, "Quarterly Report 2021.pdf"),
      favorite("d5", 5, DataType::Music, "Moonlight Sonata"),
      favorite("d6", 6, DataType::ChatRecord, "Chat about the trip to Hangzhou"),
      favorite("d7", 7, DataType::Voice, ""),
      favorite("d8", 8, DataType::Note, "Packing list for Hangzhou"),
      favorite("d9", 9, DataType::Position, "West Lake, Hangzhou"),
      favorite("d10", 10, DataType::Link, "DynamoDB single table design"),
      favorite("d11", 11, DataType::Link, "我喜欢北京烤鸭"),
  };
  return list;
}

const std::vector<Tag>& sample_tags() {
  static const std::vector<Tag> list = {tag(kUser, "t1", "travel", 1, 30), tag(kUser, "t2", "work", 2, 20),
                                        tag(kUser, "t3", "cooking", 3, 40)};
  return list;
}

const std::vector<std::pair<std::string, std::string>>& sample_tagging() {
  static const std::vector<std::pair<std::string, std::string>> list = {{"d1", "t1"}, {"d6", "t1"},  {"d8", "t1"},
                                                                        {"d9", "t1"}, {"d3", "t2"},  {"d4", "t2"},
                                                                        {"d8", "t2"}, {"d10", "t2"}, {"d11", "t3"}};
  return list;
}

Result<void> load_sample(Repository& repository) {
  if (auto done = clear(repository); !done) return done;
  const Db& db = repository.db();
  if (auto done = put_favorites(db, sample_favorites()); !done) return done;
  if (auto done = systems::put_all(db, sample_tags()); !done) return done;
  std::vector<ItemTag> rows;
  for (const auto& [data_id, tag_id] : sample_tagging())
    for (const Favorite& one : sample_favorites())
      if (one.dataId == data_id) rows.push_back({kUser, data_id, tag_id, one.dataType, one.clipTime});
  return systems::put_all(db, rows);
}

Result<void> load_unrelated(Repository& repository) {
  std::vector<Favorite> favorites;
  std::vector<ItemTag> tagging;
  for (int n = 0; n < kOldFavorites; ++n) {
    const auto type = static_cast<DataType>(n % 9);
    favorites.push_back(
        favorite("d1" + std::to_string(100 + n), -1 - n, type, "Lakeside hangzhouer designs " + std::to_string(n)));
    tagging.push_back({kUser, favorites.back().dataId, "t1" + std::to_string(n), type, favorites.back().clipTime});
  }
  std::vector<Tag> tags;
  for (int n = 0; n < kOtherTags; ++n) tags.push_back(tag("U1" + std::to_string(n), "t1", "travel", n, n));
  if (auto done = put_favorites(repository.db(), favorites); !done) return done;
  if (auto done = systems::put_all(repository.db(), tagging); !done) return done;
  return systems::put_all(repository.db(), tags);
}

}  // namespace favorites
