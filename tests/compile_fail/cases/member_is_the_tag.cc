// message: which is the type tag of the table
// message: two writers share one attribute
#include "shop.h"

struct Note {
  std::string id, type;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, type))
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::stored_as<"type", "kind">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Shop>);
