// message: entity NOTE: made
// message: items would expire when they are written
#include "shop.h"

struct Note {
  std::string id;
  pt::epoch_seconds made, expires;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, made, expires))

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::created_at<"made">, pt::ttl<"expires">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::created_at<"made">, pt::ttl<"made">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
