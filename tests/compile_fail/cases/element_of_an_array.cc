// message: entity NOTE: values[1]
// message: an array of numbers has a fixed length
#include "shop.h"

struct Note {
  std::string id;
#ifdef MENDED
  std::vector<double> values;
#else
  std::array<double, 3> values{};
#endif
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, values))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void write(pt::db<Notes>& db) { db.update<NoteE>("id"_f = "1").set("values[1]"_f = 1.0).value(); }
