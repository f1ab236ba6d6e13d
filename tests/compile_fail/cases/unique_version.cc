// message: a unique value is made of version
// message: a write sets this member after all others are known
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::version<"version">, pt::unique<"text", "label">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::version<"version">, pt::unique<"text", "version">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
