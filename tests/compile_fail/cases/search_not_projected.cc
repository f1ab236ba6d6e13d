// message: the index does not hold kind of NOTE: by_meaning
// message: name a struct of the projected ones with pt::as
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::keys_only>, pt::holds<NoteE>> {};
#ifdef MENDED
struct Brief { std::string noteId; };
BOOST_DESCRIBE_STRUCT(Brief, (), (noteId))
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">, pt::as<Brief>>;
#else
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">>;
#endif
const std::vector<float> kVector = {1, 0, 0};
void use(pt::db<Notes>& db) {
  (void)db.search<Like>(kVector, "tenantId"_f = "ada");
}
