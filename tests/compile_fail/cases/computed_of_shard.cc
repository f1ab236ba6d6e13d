// message: a computed member is made of shard, which is a shard
// message: a write sets this member after all others are known
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
std::string name_of(const std::optional<int>& shard) { return std::to_string(shard.value_or(-1)); }
std::string copy_of(const std::string& text) { return text; }

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"label", copy_of, "text">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"label", name_of, "shard">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::attr_index<"by_text", pt::partition_key<"text", "shard">, pt::sharded<4, "id", "shard">>, pt::holds<NoteE>> {};
static_assert(right<Notes>);
