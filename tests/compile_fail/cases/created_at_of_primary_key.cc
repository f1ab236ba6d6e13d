// message: entity NOTE: createdAt
// message: the library sets this time itself, so that it cannot be in the primary key
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}", "{createdAt}">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}", "{createdAt}">, pt::created_at<"createdAt">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
