// message: this struct has a member or a base that its description does not name
// errors: 1
#include "shop.h"

struct Place {
  std::string city, street;
};
#ifdef MENDED
BOOST_DESCRIBE_STRUCT(Place, (), (city, street))
#else
BOOST_DESCRIBE_STRUCT(Place, (), (city))
#endif
struct Note {
  std::string id;
  std::vector<Place> places;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, places))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
