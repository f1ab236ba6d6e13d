// message: are stored in one attribute
#include "shop.h"

struct Place {
  std::string city, town;
#ifdef MENDED
  static constexpr pt::member_option options[] = {{.member = "town", .attribute = "village"}};
#else
  static constexpr pt::member_option options[] = {{.member = "town", .attribute = "city"}};
#endif
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, town))
struct Note {
  std::string id;
  Place place;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, place))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
