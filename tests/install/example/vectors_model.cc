// The same search, typed by a model of notes.
#include <partita/model.h>
#include <partita/open.h>

#include <iostream>

namespace pt = partita::model;
using namespace pt::literals;

struct Note {
  std::string tenant, id, kind;
  std::vector<float> embedding;
};
BOOST_DESCRIBE_STRUCT(Note, (), (tenant, id, kind, embedding))

struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenant}", "NOTE#{id}">> {};
struct Notes : pt::table<"typed_notes", pt::primary<"PK", "SK">,
                         pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenant">,
                                          pt::inline_filters<"kind">>,
                         pt::holds<NoteE>> {};

struct Found {  // without the embedding, which then does not travel
  std::string id, kind;
};
BOOST_DESCRIBE_STRUCT(Found, (), (id, kind))
using Similar = pt::similar<"Notes of a tenant with a similar meaning", NoteE, pt::by<"tenant">, pt::as<Found>>;

int main(int, char** argv) {
  pt::db<Notes> db{partita::open(argv[1]).value()};
  db.create_table_if_missing().value();
  for (const Note& note : {Note{"ada", "tea", "drink", {0.9f, 0.1f, 0}}, Note{"ada", "cup", "thing", {0.9f, 0.2f, 0}},
                           Note{"ada", "coffee", "drink", {0.8f, 0.3f, 0.1f}}, Note{"bob", "ale", "drink", {1, 0, 0}}})
    db.replace(note).value();

  const std::vector<float> wanted = {1, 0.1f, 0};  // the vector that your model of embeddings makes of the question
  const auto found = db.search<Similar>(wanted, "tenant"_f = "ada").filter("kind"_f == "drink").top_k(2).value();
  for (const auto& [note, score] : found.items) std::cout << note.id << " at " << score << '\n';
}
