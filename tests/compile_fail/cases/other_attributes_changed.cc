// message: entity NOTE: others
// message: pt::other_attributes holds the attributes that no member names
#include "shop.h"

struct Note {
  std::string id, text;
  pt::other_attributes others;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, others))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"N#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) {
#ifdef MENDED
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("text"_f = "x"));
#else
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("others"_f = pt::other_attributes{}));
#endif
}
