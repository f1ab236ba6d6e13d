// message: a scan of NOTE in the index by_meaning
// message: DynamoDB cannot scan a vector index
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE>> {};
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">>;
const std::vector<float> kVector = {1, 0, 0};
#ifdef MENDED
void use(pt::db<Notes>& db) {
  (void)db.scan<NoteE>();
}
#else
void use(pt::db<Notes>& db) {
  (void)db.scan<NoteE, "by_meaning">();
}
#endif
