// message: the struct that is read for NOTE
// message: a search gives either the vector or all attributes that no member names
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; pt::other_attributes rest; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding, rest))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Brief { std::string noteId; pt::other_attributes rest; };
BOOST_DESCRIBE_STRUCT(Brief, (), (noteId, rest))
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE>> {};
#ifdef MENDED
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">, pt::as<Brief>>;
#else
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">>;
#endif
const std::vector<float> kVector = {1, 0, 0};
void use(pt::db<Notes>& db) {
  (void)db.search<Like>(kVector, "tenantId"_f = "ada");
}
