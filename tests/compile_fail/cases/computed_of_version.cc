// message: a computed member is made of version, which is the version
// message: a write sets this member after all others are known
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
std::string name_of(std::int64_t version) { return std::to_string(version); }
std::string copy_of(const std::string& text) { return text; }

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::version<"version">, pt::computed<"label", copy_of, "text">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::version<"version">, pt::computed<"label", name_of, "version">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
