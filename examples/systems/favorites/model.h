// The model of a user's favourites, their tags and their search, in the one table of the published design: the article
// "Design of AWS DynamoDB actual combat table" (code by JessicaWin). TagE, FavoriteE and ItemTagE have exactly the keys
// of the article, and the other entities are added.
#pragma once

#include <partita/model.h>

#include <optional>
#include <string>

namespace favorites {

namespace pt = partita::model;

enum class DataType { Image, Video, Link, File, Music, ChatRecord, Voice, Note, Position };
BOOST_DESCRIBE_ENUM(DataType, Image, Video, Link, File, Music, ChatRecord, Voice, Note, Position)

// Milliseconds since 1970, which the tags of the article's design store as numbers.
using Milliseconds = std::int64_t;

struct Tag {
  std::string userId, tagId, tagName;
  Milliseconds createTime = 0, lastAccessTime = 0;
  bool operator==(const Tag&) const = default;
};
BOOST_DESCRIBE_STRUCT(Tag, (), (userId, tagId, tagName, createTime, lastAccessTime))

struct Favorite {
  std::string userId, dataId, creatorId, title, thumbnailUrl, contentUrl;
  DataType dataType = DataType::Link;
  pt::utc_ms clipTime;
  bool operator==(const Favorite&) const = default;
};
BOOST_DESCRIBE_STRUCT(Favorite, (), (userId, dataId, creatorId, title, thumbnailUrl, contentUrl, dataType, clipTime))

// A tag of a favourite.
struct ItemTag {
  std::string userId, dataId, tagId;
  DataType dataType = DataType::Link;
  pt::utc_ms clipTime;
};
BOOST_DESCRIBE_STRUCT(ItemTag, (), (userId, dataId, tagId, dataType, clipTime))

// A word of a favourite's title.
struct TitleWord {
  std::string userId, word, dataId;
  pt::utc_ms clipTime;
};
BOOST_DESCRIBE_STRUCT(TitleWord, (), (userId, word, dataId, clipTime))

// A favourite that was unclipped, with its tags. It is kept until `ttl`. While a job removes or restores its rows it
// has no ttl, so that it cannot expire before the job is finished.
struct Unclipped {
  std::string userId, dataId;
  pt::utc_ms unclipTime;
  Favorite favorite;
  pt::string_set tagIds;
  std::optional<pt::epoch_seconds> ttl;
};
BOOST_DESCRIBE_STRUCT(Unclipped, (), (userId, dataId, unclipTime, favorite, tagIds, ttl))

// A task that has more rows to change than one transaction takes and that is not finished yet.
enum class JobTarget { Item, Tag };
BOOST_DESCRIBE_ENUM(JobTarget, Item, Tag)
enum class Task { Unclip, Undo, DeleteTag };
BOOST_DESCRIBE_ENUM(Task, Unclip, Undo, DeleteTag)
struct Job {
  std::string userId;
  JobTarget target = JobTarget::Item;
  std::string targetId;  // a dataId or tagId
  Task task = Task::Unclip;
  pt::ulid jobId;  // distinguishes the job from a later job on the same target
};
BOOST_DESCRIBE_STRUCT(Job, (), (userId, target, targetId, task, jobId))

}  // namespace favorites

// The names and values of the types in the article "Design of AWS DynamoDB actual combat table". Attributes hold the
// names, and keys hold the values.
template <>
struct partita::model::enum_texts<favorites::DataType> {
  using T = favorites::DataType;
  static constexpr enumerator_text list[] = {
      {T::Image, "IMAGE", "image"}, {T::Video, "VIDEO", "video"}, {T::Link, "LINK", "link"},
      {T::File, "FILE", "file"},    {T::Music, "MUSIC", "music"}, {T::ChatRecord, "CHAT_RECORD", "chat_record"},
      {T::Voice, "VOICE", "voice"}, {T::Note, "NOTE", "note"},    {T::Position, "POSITION", "position"}};
};

namespace favorites {

// The ids of these three entities are only in their keys, as in the article "Design of AWS DynamoDB actual combat
// table".
//
// The article's program writes times with String.valueOf, which gives thirteen digits for each time from 2001 to 2286.
// Keys of thirteen digits are equal to those, and also sort correctly for other times.
struct TagE : pt::entity<Tag, "Tag", pt::key<"Tag#{userId}", "{tagId}">, pt::on_local<"lsiOne", "{tagName}">,
                         pt::on_local<"lsiTwo", "{createTime:013d}">, pt::on_local<"lsiThree", "{lastAccessTime:013d}">,
                         pt::only_in_keys<"userId", "tagId">> {};

struct FavoriteE
    : pt::entity<Favorite, "FavoriteData", pt::key<"FavoriteData#{userId}", "{dataId}">,
                 pt::on<"gsiOne", "FavoriteData#{userId}#{dataType}", "{clipTime}#{dataId}">,
                 pt::on_local<"lsiTwo", "{clipTime}#{dataId}", pt::added_later>, pt::only_in_keys<"userId", "dataId">> {
};

struct ItemTagE : pt::entity<ItemTag, "FavoriteDataTag", pt::key<"FavoriteDataTag#{userId}#{dataId}", "{tagId}">,
                             pt::on<"gsiOne", "FavoriteDataTag#{userId}#{tagId}", "{clipTime}#{dataId}">,
                             pt::on<"gsiTwo", "FavoriteDataTag#{userId}#{tagId}#{dataType}", "{clipTime}#{dataId}">,
                             pt::only_in_keys<"userId", "dataId", "tagId">> {};

struct TitleWordE
    : pt::entity<TitleWord, "FavoriteWord", pt::key<"FavoriteWord#{userId}", "{word}#{clipTime}#{dataId}">> {};

struct UnclippedE : pt::entity<Unclipped, "FavoriteHistory", pt::key<"FavoriteHistory#{userId}", "{dataId}">,
                               pt::on_local<"lsiTwo", "{unclipTime}#{dataId}">, pt::ttl<"ttl">> {};

// A target has one job. jobId tells it from an earlier one, so that a delayed transaction of that one is refused.
struct JobE : pt::entity<Job, "FavoriteJob", pt::key<"FavoriteJob#{userId}", "{target}#{targetId}">, pt::lossy> {};

// The session adds the stage's prefix, as in develop.Favorite.
struct FavoriteTable : pt::table<"Favorite", pt::primary<"pk", "sk">, pt::gsi<"gsiOne", "gsiOnePk", "gsiOneSk">,
                                 pt::gsi<"gsiTwo", "gsiTwoPk", "gsiTwoSk">, pt::lsi<"lsiOne", "lsiOneSk">,
                                 pt::lsi<"lsiTwo", "lsiTwoSk">, pt::lsi<"lsiThree", "lsiThreeSk">, pt::no_type_tag,
                                 pt::holds<TagE, FavoriteE, ItemTagE, TitleWordE, UnclippedE, JobE>> {};

using AllNewest = pt::pattern<"All favourites, newest first", FavoriteE, pt::by<"userId">, pt::newest<"clipTime">>;
using TypeNewest = pt::pattern<"Favourites of one type, newest first", FavoriteE, pt::by<"userId", "dataType">,
                               pt::newest<"clipTime">>;
using TagsByName = pt::pattern<"Tags by name", TagE, pt::by<"userId">, pt::ascending<"tagName">>;
using TagsByCreation = pt::pattern<"Tags, newest first", TagE, pt::by<"userId">, pt::newest<"createTime">>;
using TagsByAccess = pt::pattern<"Tags, last accessed first", TagE, pt::by<"userId">, pt::newest<"lastAccessTime">>;
using TagsOfItem = pt::pattern<"The tags of a favourite", ItemTagE, pt::by<"userId", "dataId">, pt::ascending<"tagId">>;
using TaggedNewest =
    pt::pattern<"Favourites under a tag, newest first", ItemTagE, pt::by<"userId", "tagId">, pt::newest<"clipTime">>;
using TaggedTypeNewest = pt::pattern<"Favourites of one type under a tag, newest first", ItemTagE,
                                     pt::by<"userId", "tagId", "dataType">, pt::newest<"clipTime">>;
using WordNewest = pt::pattern<"Favourites with a word in the title, newest first", TitleWordE,
                               pt::by<"userId", "word">, pt::newest<"clipTime">>;
using UnclippedNewest =
    pt::pattern<"Unclipped favourites, newest first", UnclippedE, pt::by<"userId">, pt::newest<"unclipTime">>;
using JobsOfUser = pt::pattern<"Unfinished jobs", JobE, pt::by<"userId">, pt::ascending<"target">, pt::consistent>;

using Db = pt::db<FavoriteTable>;

}  // namespace favorites
