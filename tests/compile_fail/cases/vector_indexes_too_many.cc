// message: the index by_meaning_5
// message: a table has at most 5 vector indexes
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
#ifdef MENDED
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning_0", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_1", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_2", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_3", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_4", "embedding", 3, pt::cosine>, pt::holds<NoteE>> {};
#else
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning_0", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_1", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_2", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_3", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_4", "embedding", 3, pt::cosine>,
    pt::vector_index<"by_meaning_5", "embedding", 3, pt::cosine>, pt::holds<NoteE>> {};
#endif
static_assert(right<Notes>);
