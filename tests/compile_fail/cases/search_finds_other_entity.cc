// message: items of PHOTO in by_meaning
// message: this search would find items of another entity
#include "shop.h"

struct Note { std::string tenantId, noteId, kind; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Photo { std::string tenantId, photoId; std::vector<float> embedding; };
BOOST_DESCRIBE_STRUCT(Photo, (), (tenantId, photoId, embedding))
struct PhotoE : pt::entity<Photo, "PHOTO", pt::key<"TENANT#{tenantId}", "PHOTO#{photoId}">> {};
#ifdef MENDED
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind", "type">>, pt::holds<NoteE, PhotoE>> {};
#else
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
    pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">, pt::inline_filters<"kind">>, pt::holds<NoteE, PhotoE>> {};
#endif
using Like = pt::similar<"like", NoteE, pt::by<"tenantId">>;
static_assert(pt::serves<Notes, Like>);
