// message: an index has one of pt::keys_only and pt::include
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"gsi", "N", "{id}">> {};
#ifdef MENDED
using Index = pt::gsi<"gsi", "G1P", "G1S", pt::include<"text">>;
#else
using Index = pt::gsi<"gsi", "G1P", "G1S", pt::include<"text">, pt::keys_only>;
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, Index, pt::holds<NoteE>> {};
static_assert(right<Notes>);
