// message: until of NOTE
// message: expired items could not be hidden
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; std::optional<pt::epoch_seconds> until; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding, until))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">, pt::ttl<"until">> {};
struct Brief { std::string noteId; };
BOOST_DESCRIBE_STRUCT(Brief, (), (noteId))
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::keys_only>, pt::holds<NoteE>> {};
#ifdef MENDED
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">, pt::as<Brief>, pt::with_expired>;
#else
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">, pt::as<Brief>>;
#endif
const std::vector<float> kVector = {1, 0, 0};
void use(pt::db<Notes>& db) {
  (void)db.search<Like>(kVector, "tenantId"_f = "ada");
}
