// message: pt::not_stored names a member that the struct's description names too
#include "shop.h"

struct Note {
  std::string id, text;
};
#ifdef MENDED
BOOST_DESCRIBE_STRUCT(Note, (), (id))
#else
BOOST_DESCRIBE_STRUCT(Note, (), (id, text))
#endif
template <>
struct pt::not_stored<Note> {
  static constexpr std::string_view list[] = {"text"};
};
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
