// message: this struct has a member or a base that its description does not name
// errors: 1
#include "shop.h"

struct Note {
  std::string id, text;
  int count = 0;
};
#ifdef MENDED
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, count))
#else
BOOST_DESCRIBE_STRUCT(Note, (), (id, text))
#endif
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
