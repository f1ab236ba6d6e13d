// message: an index has one pt::when
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"gsi", "N", "{id}", pt::when<"text", "a">>> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"gsi", "N", "{id}", pt::when<"text", "a">, pt::when<"label", "b">>> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::gsi<"gsi", "G1P", "G1S">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
