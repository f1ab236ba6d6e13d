// message: by_meaning has no sort key
// message: a key has a template too many or too few
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">, pt::on<"by_meaning", "TENANT#{tenantId}">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">, pt::on<"by_meaning", "TENANT#{tenantId}", "NOTE#{noteId}">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"VPK">, pt::inline_filters<"kind">>, pt::holds<NoteE>> {};
static_assert(right<Notes>);
