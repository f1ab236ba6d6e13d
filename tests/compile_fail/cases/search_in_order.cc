// message: pt::similar takes pt::by, using_index, as, with_expired and on_unreadable
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE>> {};
#ifdef MENDED
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">>;
#else
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">, pt::newest<"noteId">>;
#endif
const std::vector<float> kVector = {1, 0, 0};
void use(pt::db<Notes>& db) {
  (void)db.search<Like>(kVector, "tenantId"_f = "ada");
}
