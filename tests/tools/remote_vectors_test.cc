// Typed searches by vectors over HTTP, waiting and asynchronous, on a server in this process.
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/model.h>

#include <future>

#include "served_database.h"

namespace partita {
namespace remote_vectors_test {

namespace pt = partita::model;
using namespace pt::literals;

struct Note {
  std::string tenantId, noteId, kind;
  std::array<float, 2> embedding{};
};
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, kind, embedding))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">,
                          pt::on<"by_meaning", "NOTES#{tenantId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
                         pt::vector_index<"by_meaning", "embedding", 2, pt::euclidean, pt::partition_key<"VPK">,
                                          pt::inline_filters<"kind">>,
                         pt::holds<NoteE>> {};
using Similar = pt::similar<"Notes of a tenant", NoteE, pt::by<"tenantId">>;

class RemoteVectors : public ServedDatabase {};

TEST_F(RemoteVectors, AreFoundAsOnAnEmbeddedDatabase) {
  pt::db<Notes> db{connect(server_->url()).value()};
  ASSERT_TRUE(db.create_table_if_missing().run());
  db.replace(Note{"ada", "near", "a", {0.1f, 0}}).value();
  db.replace(Note{"ada", "far", "b", {3, 4}}).value();
  db.replace(Note{"bob", "other", "a", {0, 0}}).value();
  const std::vector<float> origin = {0, 0};

  const auto found = db.search<Similar>(origin, "tenantId"_f = "ada").value();
  ASSERT_EQ(found.items.size(), 2u);
  EXPECT_EQ(found.items[0].item.noteId, "near");
  EXPECT_EQ(found.items[0].item.embedding, (std::array<float, 2>{0.1f, 0}));
  EXPECT_FLOAT_EQ(found.items[1].score, 5);
  EXPECT_GE(found.cost.search_bytes, 1024);

  std::promise<Result<pt::SearchResults<Note>>> answered;
  db.search<Similar>(origin, "tenantId"_f = "ada").filter("kind"_f == "b").async([&](auto results) {
    answered.set_value(std::move(results));
  });
  const auto later = answered.get_future().get();
  ASSERT_TRUE(later) << later.error().message;
  ASSERT_EQ(later->items.size(), 1u);
  EXPECT_EQ(later->items[0].item.noteId, "far");
}

}  // namespace remote_vectors_test
}  // namespace partita
