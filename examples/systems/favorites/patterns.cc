#include "favorites/patterns.h"

#include <algorithm>

#include "favorites/sample_data.h"
#include "shared/expectations.h"

namespace favorites {
namespace {

using partita::Result;
using systems::AccessPattern;
using systems::expect_conflict;
using systems::expect_ok;
using systems::expect_text;
using systems::first;
using systems::Wrong;

using Favorites = std::shared_ptr<Repository>;
using Requests = int;

// The ids of a page's elements, in their order.
template <class Page>
Result<std::string> ids(const Result<Page>& page) {
  if (!page) return partita::unexpected(page.error());
  return systems::joined(page->items, [](const auto& item) { return item.dataId; });
}
Result<std::string> names(const Result<std::vector<Tag>>& tags) {
  if (!tags) return partita::unexpected(tags.error());
  return systems::joined(*tags, &Tag::tagName);
}

AccessPattern type_pattern(const Favorites& f, DataType type, std::string text, std::string wanted) {
  const auto count = static_cast<std::int64_t>(std::count(wanted.begin(), wanted.end(), ' ')) + 1;
  return {"View a specific type: " + std::move(text), "list_of_type", "gsiOne", 1,
          [f, type, wanted, count] { return expect_text(ids(f->list_of_type(kUser, type, {count})), wanted); }};
}

AccessPattern search_pattern(const Favorites& f, std::string name, std::string text, std::string wanted,
                             Requests requests) {
  return {std::move(name), "search", "", requests,
          [f, text, wanted] { return expect_text(ids(f->search(kUser, text)), wanted); }};
}

std::vector<AccessPattern> views(const Favorites& f) {
  return {
      {"View all types, newest first", "list", "lsiTwo", 1,
       [f] { return expect_text(ids(f->list(kUser, {11})), "d11 d10 d9 d8 d7 d6 d5 d4 d3 d2 d1"); }},
      {"View all types, page by page", "list", "lsiTwo", 2,
       [f] {
         const auto one = f->list(kUser, {3});
         if (!one) return expect_ok(one);
         return first(
             {expect_text(ids(one), "d11 d10 d9"), expect_text(ids(f->list(kUser, {3, one->token})), "d8 d7 d6")});
       }},
      type_pattern(f, DataType::Image, "image", "d1"),
      type_pattern(f, DataType::Video, "video", "d2"),
      type_pattern(f, DataType::Link, "link", "d11 d10 d3"),
      type_pattern(f, DataType::File, "file", "d4"),
      type_pattern(f, DataType::Music, "music", "d5"),
      type_pattern(f, DataType::ChatRecord, "chat record", "d6"),
      type_pattern(f, DataType::Voice, "voice", "d7"),
      type_pattern(f, DataType::Note, "note", "d8"),
      type_pattern(f, DataType::Position, "position", "d9"),
      {"View one favourite", "get", "", 1,
       [f] { return systems::expect_equal(f->get(kUser, "d1"), std::optional(sample_favorites()[0])); }},
      search_pattern(f, "Search by a word, newest first", "HANGZHOU", "d9 d8 d6", 2),
      search_pattern(f, "Search by several words", "table Design, DynamoDB", "d10 d3", 4),
      search_pattern(f, "Search in a language without spaces", "北京", "d11", 2),
      search_pattern(f, "Search for what is not there", "Shanghai", "", 1),
      {"Search, page by page", "search", "", 4,
       [f] {
         const auto one = f->search(kUser, "hangzhou", 2);
         if (!one) return expect_ok(one);
         return first(
             {expect_text(ids(one), "d9 d8"), expect_text(ids(f->search(kUser, "hangzhou", 2, one->next)), "d6")});
       }},
  };
}

std::vector<AccessPattern> tag_views(const Favorites& f) {
  const auto last_accessed = [f](const char* name) {
    const auto tags = f->tags(kUser, TagOrder::LastAccessedFirst);
    if (!tags || tags->empty()) return Wrong("no tags");
    return expect_text(tags->front().tagName, name);
  };
  return {
      {"Show all tags by name", "tags", "lsiOne", 1,
       [f] { return expect_text(names(f->tags(kUser, TagOrder::Name)), "cooking travel work"); }},
      {"Show all tags, newest first", "tags", "lsiTwo", 1,
       [f] { return expect_text(names(f->tags(kUser, TagOrder::NewestFirst)), "cooking work travel"); }},
      {"Show all tags, last accessed first", "tags", "lsiThree", 1,
       [f] { return expect_text(names(f->tags(kUser, TagOrder::LastAccessedFirst)), "cooking travel work"); }},
      {"Show the tags of a favourite", "tags_of", "", 2,
       [f] { return expect_text(names(f->tags_of(kUser, "d8")), "travel work"); }},
      {.name = "View all types under a tag, newest first",
       .method = "list_tagged",
       .index = "gsiOne, base table",
       .requests = 3,
       .check = [f] { return expect_text(ids(f->list_tagged(kUser, "t1")), "d9 d8 d6 d1"); },
       .after = [last_accessed] { return last_accessed("travel"); }},
      {.name = "View a specific type under a tag, newest first",
       .method = "list_tagged_of_type",
       .index = "gsiTwo, base table",
       .requests = 3,
       .check = [f] { return expect_text(ids(f->list_tagged_of_type(kUser, "t2", DataType::Link)), "d10 d3"); },
       .after = [last_accessed] { return last_accessed("work"); }},
      {"View what is under a tag that does not exist", "list_tagged", "", 1,
       [f] { return expect_conflict(f->list_tagged(kUser, "t10")); }},
  };
}

std::vector<AccessPattern> clipping(const Favorites& f) {
  const Favorite clipped{kUser,          "d12",     "friend", "Hangzhou by train", "", "https://example.com/d12",
                         DataType::Link, minute(12)};
  return {
      {.name = "Clip",
       .method = "clip",
       .check = [f, clipped] { return expect_ok(f->clip(clipped)); },
       .before = [f] { return expect_text(ids(f->search(kUser, "train")), ""); },
       .after =
           [f] {
             return first({expect_text(ids(f->search(kUser, "train")), "d12"),
                           expect_text(ids(f->list(kUser, {1})), "d12"),
                           expect_text(ids(f->list_of_type(kUser, DataType::Link, {1})), "d12")});
           }},
      {"Clip what is clipped already", "clip", "", 1, [f, clipped] { return expect_conflict(f->clip(clipped)); }},
      {.name = "Change a title",
       .method = "retitle",
       .requests = 2,
       .check = [f] { return expect_ok(f->retitle(kUser, "d12", "Hangzhou by bus")); },
       .after =
           [f] {
             return first({expect_text(ids(f->search(kUser, "train")), ""),
                           expect_text(ids(f->search(kUser, "bus")), "d12"),
                           expect_text(ids(f->search(kUser, "hangzhou", 1)), "d12")});
           }},
      {.name = "Unclip",
       .method = "unclip",
       .requests = 6,
       .check = [f] { return expect_ok(f->unclip(kUser, "d9")); },
       .after =
           [f] {
             return first({expect_text(ids(f->search(kUser, "west lake")), "d1"),
                           expect_text(names(f->tags_of(kUser, "d9")), ""),
                           expect_text(ids(f->list_tagged(kUser, "t1")), "d8 d6 d1"),
                           expect_text(ids(f->list(kUser, {3})), "d12 d11 d10")});
           }},
      {"Unclip what is not clipped", "unclip", "", 2, [f] { return expect_conflict(f->unclip(kUser, "d9")); }},
      {"View what was unclipped", "history", "lsiTwo", 1, [f] { return expect_text(ids(f->history(kUser)), "d9"); }},
      {.name = "Undo",
       .method = "undo",
       .requests = 7,
       .check = [f] { return expect_ok(f->undo(kUser, "d9")); },
       .after =
           [f] {
             return first({expect_text(ids(f->search(kUser, "west lake")), "d9 d1"),
                           expect_text(ids(f->history(kUser)), ""),
                           expect_text(ids(f->list_tagged(kUser, "t1")), "d9 d8 d6 d1"),
                           systems::expect_equal(f->get(kUser, "d9"), std::optional(sample_favorites()[8]))});
           }},
      {"Undo what was not unclipped", "undo", "", 1, [f] { return expect_conflict(f->undo(kUser, "d9")); }},
      {"Finish what a failure left", "resume", "", 1, [f] { return systems::expect_equal(f->resume(kUser), 0); }},
  };
}

std::vector<AccessPattern> tagging(const Favorites& f) {
  const Tag tag{kUser, "t4", "friends", minute(50).ms(), minute(50).ms()};
  return {
      {.name = "Create a tag",
       .method = "create_tag",
       .check = [f, tag] { return expect_ok(f->create_tag(tag)); },
       .after =
           [f] { return expect_text(names(f->tags(kUser, TagOrder::NewestFirst)), "friends cooking work travel"); }},
      {"Create a tag that exists", "create_tag", "", 1, [f, tag] { return expect_conflict(f->create_tag(tag)); }},
      {.name = "Edit a tag's name",
       .method = "rename_tag",
       .check = [f] { return expect_ok(f->rename_tag(kUser, "t4", "aunts")); },
       .after = [f] { return expect_text(names(f->tags(kUser, TagOrder::Name)), "aunts cooking travel work"); }},
      {.name = "Add a tag to a favourite",
       .method = "add_tag",
       .requests = 2,
       .check = [f] { return expect_ok(f->add_tag(kUser, "d6", "t4")); },
       .after =
           [f] {
             return first({expect_text(names(f->tags_of(kUser, "d6")), "travel aunts"),
                           expect_text(ids(f->list_tagged_of_type(kUser, "t4", DataType::ChatRecord)), "d6")});
           }},
      {"Add a tag that does not exist", "add_tag", "", 2,
       [f] { return expect_conflict(f->add_tag(kUser, "d6", "t10")); }},
      {.name = "Remove a tag from a favourite",
       .method = "remove_tag",
       .check = [f] { return expect_ok(f->remove_tag(kUser, "d6", "t1")); },
       .after =
           [f] {
             return first({expect_text(names(f->tags_of(kUser, "d6")), "aunts"),
                           expect_text(ids(f->list_tagged(kUser, "t1")), "d9 d8 d1")});
           }},
      {.name = "Delete a tag",
       .method = "delete_tag",
       .index = "gsiOne",
       .requests = 5,
       .check = [f] { return expect_ok(f->delete_tag(kUser, "t1")); },
       .after =
           [f] {
             return first({expect_text(names(f->tags(kUser, TagOrder::Name)), "aunts cooking work"),
                           expect_text(names(f->tags_of(kUser, "d8")), "work"),
                           expect_conflict(f->list_tagged(kUser, "t1"))});
           }},
      {"Delete a tag that does not exist", "delete_tag", "", 1,
       [f] { return expect_conflict(f->delete_tag(kUser, "t1")); }},
  };
}

}  // namespace

std::vector<systems::PatternGroup> patterns(const std::shared_ptr<Repository>& repository) {
  return {{"Favourites", views(repository)},
          {"Tags", tag_views(repository)},
          {"Clipping", clipping(repository)},
          {"Tagging", tagging(repository)}};
}

}  // namespace favorites
