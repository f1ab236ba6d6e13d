// message: member note of entity NOTE
// message: the name of an attribute has at least one byte
// errors: 2
#include "shop.h"

struct Note {
  std::string id, note;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, note))
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::stored_as<"note", "text">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::stored_as<"note", "">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { (void)db.create(Note{}); }
