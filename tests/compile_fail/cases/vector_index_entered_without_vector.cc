// message: entity LINE in by_meaning: no member is stored in embedding
// message: no item would be in this vector index
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
#ifdef MENDED
struct LineE : pt::entity<Line, "LINE", pt::key<"LINE#{lineId}", "LINE">> {};
#else
struct LineE : pt::entity<Line, "LINE", pt::key<"LINE#{lineId}", "LINE">, pt::on<"by_meaning", "LINE#{customerId}">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE, LineE>> {};
static_assert(right<Notes>);
