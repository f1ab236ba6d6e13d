// message: entity NOTE: label depends on createdAt
// message: a computed member would go stale
#include "shop.h"

struct Note {
  std::string id, text, label;
  std::int64_t version = 0;
  pt::utc_ms createdAt;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, label, version, createdAt, shard))
std::string day_of(pt::utc_ms time) { return std::to_string(time.ms() / 86'400'000); }
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::created_at<"createdAt">, pt::defaults<"version">,
                          pt::computed<"label", day_of, "createdAt">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
#ifdef MENDED
void write(pt::db<Notes>& db) { db.upsert<NoteE>("id"_f = "1").set("text"_f = "a").read_first().value(); }
#else
void write(pt::db<Notes>& db) { db.upsert<NoteE>("id"_f = "1").set("text"_f = "a").value(); }
#endif
