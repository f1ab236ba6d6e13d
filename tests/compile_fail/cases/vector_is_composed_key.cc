// message: member embedding of entity NOTE is stored as embedding, which is a key attribute composed as
// message: two writers share one attribute
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">, pt::on<"by_kind", "KIND#{kind}">> {};
#ifdef MENDED
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>,
    pt::gsi<"by_kind", "GSI1PK">, pt::holds<NoteE>> {};
#else
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>,
    pt::gsi<"by_kind", "embedding">, pt::holds<NoteE>> {};
#endif
static_assert(right<Notes>);
