// message: kind of the index by_meaning, of NOTE and of BOX
// message: a key attribute has one type for one entity and another for the next
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
#ifdef MENDED
struct Box { std::string boxId, kind; };
#else
struct Box { std::string boxId; int kind = 0; };
#endif
BOOST_DESCRIBE_STRUCT(Box, (), (boxId, kind))
struct BoxE : pt::entity<Box, "BOX", pt::key<"BOX#{boxId}", "BOX">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE, BoxE>> {};
static_assert(right<Notes>);
