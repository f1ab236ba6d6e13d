// message: entity NOTE: shard
// message: two options set one member
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
int number_of(const std::string& text) { return int(text.size()); }

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"shard", number_of, "text">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::attr_index<"by_text", pt::partition_key<"text", "shard">, pt::sharded<4, "id", "shard">>, pt::holds<NoteE>> {};
static_assert(right<Notes>);
