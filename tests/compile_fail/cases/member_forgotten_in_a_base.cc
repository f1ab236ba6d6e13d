// message: this struct has a member or a base that its description does not name
// errors: 1
#include "shop.h"

struct Base {
  std::string city, street;
};
#ifdef MENDED
BOOST_DESCRIBE_STRUCT(Base, (), (city, street))
#else
BOOST_DESCRIBE_STRUCT(Base, (), (city))
#endif
struct Note : Base {
  std::string id;
};
BOOST_DESCRIBE_STRUCT(Note, (Base), (id))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
