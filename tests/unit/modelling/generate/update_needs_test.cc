// The fields that an update must know, as compilers of other languages check it.
#include "modelling/generate/update_needs.h"

#include <gmock/gmock.h>

#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace update_needs_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kModel = R"(format: 1
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: by_status, partition: G1, sort: H1}
      - {name: open, partition: G2, sort: H2}
      - {name: by_title, partition: G3, sort: H3}
    entities:
      - name: ORDER
        fields:
          id: string
          status: string
          placed: time
          note: {kind: string, optional: true}
          changed: time
          version: integer
        key: {partition: "O#{id}", sort: "ORDER"}
        in:
          by_status: {partition: "S#{status}", sort: "{placed}#{id}"}
          open: {partition: "OPEN#{status}#{placed:day}", sort: "{note}", sparse: true}
        version: version
        updated_at: changed
      - name: BOOK
        fields: {id: string, title: string, author: string, lower: string, isbn: string}
        key: {partition: "B#{id}", sort: "BOOK"}
        in:
          by_title: {partition: "{author}#{lower}", sort: "B#{id}"}
        unique: [isbn, author+title]
        computed: [{field: lower, from: title}]
)";

class UpdateNeedsTest : public ::testing::Test {
 protected:
  UpdateNeedsTest() {
    auto model = read_model_text(kModel, "model.yaml");
    EXPECT_TRUE(model) << model.error().message;
    proof_ = prove(std::make_shared<const Model>(*std::move(model)));
    EXPECT_THAT(proof_->refusals(), IsEmpty());
  }
  std::shared_ptr<const Proof> proof_;
};

TEST_F(UpdateNeedsTest, TheOtherPartsOfAKeyAndTheFieldsThatDecideMembership) {
  EXPECT_THAT(update_needs(*proof_->table("shop")->info, *proof_->entity("shop", "ORDER")),
              ElementsAre(UpdateNeed{{"status"}, {"status"}}, UpdateNeed{{"placed"}, {"placed"}},
                          UpdateNeed{{"status", "placed"}, {"status", "placed", "note"}},
                          UpdateNeed{{"note"}, {"note"}}, UpdateNeed{{"note"}, {"status", "placed", "note"}}));
}

TEST_F(UpdateNeedsTest, AComputedFieldChangesWithItsSources) {
  EXPECT_THAT(update_needs(*proof_->table("shop")->info, *proof_->entity("shop", "BOOK")),
              ElementsAre(UpdateNeed{{"title"}, {"title"}}, UpdateNeed{{"title"}, {"title", "author"}},
                          UpdateNeed{{"author"}, {"author", "lower"}}));
}

TEST_F(UpdateNeedsTest, TheOldValuesOfUniqueFields) {
  EXPECT_THAT(unique_needs(*proof_->entity("shop", "BOOK")),
              ElementsAre(UpdateNeed{{"isbn"}, {"isbn"}}, UpdateNeed{{"author", "title"}, {"author", "title"}}));
}

}  // namespace update_needs_test
}  // namespace partita::modelling
