// message: two tables of this db have the name notes
// message: two tables have one name
#include "shop.h"

struct NoteE : pt::entity<Customer, "NOTE", pt::key<"NOTE#{customerId}">> {};
struct OldNoteE : pt::entity<Customer, "NOTE", pt::key<"NOTE#{customerId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
#ifdef MENDED
struct OldNotes : pt::table<"old_notes", pt::primary<"PK">, pt::holds<OldNoteE>> {};
#else
struct OldNotes : pt::table<"notes", pt::primary<"PK">, pt::holds<OldNoteE>> {};
#endif
static_assert(sizeof(pt::db<Notes, OldNotes>) > 0);
