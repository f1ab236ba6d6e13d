// message: at most one pt::created_at
#include "shop.h"

struct Note {
  std::string id;
  pt::utc_ms made, born;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, made, born))

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::created_at<"made">, pt::updated_at<"born">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::created_at<"made">, pt::created_at<"born">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
