// message: member value of entity NOTE is never "01234567-89AB-4DEF-8123-456789ABCDEF"
// message: pt::when compares a member with a text that no value of it has
#include "shop.h"

struct Note {
  std::string id;
  pt::uuid value;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, value))
#ifdef MENDED
using Condition = pt::when<"value", "01234567-89ab-4def-8123-456789abcdef">;
#else
using Condition = pt::when<"value", "01234567-89AB-4DEF-8123-456789ABCDEF">;
#endif
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"gsi", "N", "{id}", Condition>> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::gsi<"gsi", "G1P", "G1S">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
