// message: the index by_note
// message: the name of an attribute has at least one byte
#include "shop.h"

struct Note {
  std::string id, note;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, note))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"by_note", "NOTE#{note}", "{id}">> {};
#ifdef MENDED
using Index = pt::gsi<"by_note", "GSI1PK", "GSI1SK", pt::include<"note">>;
#else
using Index = pt::gsi<"by_note", "GSI1PK", "GSI1SK", pt::include<"">>;
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, Index, pt::holds<NoteE>> {};
static_assert(right<Notes>);
