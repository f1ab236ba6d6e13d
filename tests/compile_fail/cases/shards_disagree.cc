// message: entity NOTE: the key attribute shard
// message: two keys share an attribute and compose it differently
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::attr_index<"by_text", pt::partition_key<"text", "shard">, pt::sharded<4, "id", "shard">>,
                         pt::attr_index<"by_label", pt::partition_key<"label", "shard">,
#ifdef MENDED
                                        pt::sharded<4, "id", "shard">>,
#else
                                        pt::sharded<8, "id", "shard">>,
#endif
                         pt::holds<NoteE>> {};
static_assert(right<Notes>);
