// message: member embedding of entity NOTE for the vectors of by_meaning
// message: as many numbers as the vector index has dimensions
#include "shop.h"

#ifdef MENDED
struct Note { std::string tenantId, noteId, kind; std::array<float, 3> embedding{}; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
#else
struct Note { std::string tenantId, noteId, kind; std::array<float, 4> embedding{}; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
#endif
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE>> {};
static_assert(right<Notes>);
