// message: "like": tenantId is in the partition key of by_meaning, tenantId
// message: name the members of that key in pt::by
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE>> {};
#ifdef MENDED
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">>;
#else
using Like = pt::similar<"like", NoteE>;
#endif
static_assert(pt::serves<Notes, Like>);
