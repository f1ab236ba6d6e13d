// message: entity NOTE: label
// message: the library sets this time itself, so that it cannot be in the primary key
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
std::string day_of(pt::utc_ms time) { return std::to_string(time.ms() / 86'400'000); }
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}", "{text}">, pt::created_at<"createdAt">,
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}", "{label}">, pt::created_at<"createdAt">,
#endif
                          pt::computed<"label", day_of, "createdAt">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
