// Reads that need more of an index than the fields that they want, that find one item at most, or of which lint says
// something.
#include <algorithm>

#include "unit/modelling/design_support.h"

namespace partita::modelling {
namespace design_reads_test {

using namespace design_support;

std::string with_entity(const std::string& entity, const std::string& patterns) {
  return "design: 1\nname: shop\ntables: several\nentities:\n  - {" + entity + "}\npatterns:\n" + patterns;
}

// ---- the time to live

std::string expiring(const std::string& read) {
  return with_entity(
      "name: ORDER, count: 2M, size_bytes: 900, identity: orderId, ttl: ends, fields: {orderId: ulid, customerId: "
      "ulid, "
      "total: integer, ends: seconds}",
      "  - {name: find, entities: ORDER, by: customerId, per_second: 1, items: 20, " + read +
          "}\n  - {name: create, create: ORDER, per_second: 1}\n");
}

TEST(DesignReads, ProjectsTheTimeToLiveBesideWhatIsWanted) {
  for (const char* wanted : {"orderId", "total", "[orderId, ends]"}) {
    const auto found = search(questions_of(expiring(std::string("wanted: ") + wanted)));
    EXPECT_TRUE(found.unserved.empty()) << wanted;
    ASSERT_FALSE(found.designs.empty()) << wanted;
    ASSERT_EQ(found.designs[0].model->tables[0].indexes.size(), 1u) << wanted;
    const Index& index = found.designs[0].model->tables[0].indexes[0];
    EXPECT_EQ(index.projection, ProjectionType::Include) << wanted;
    EXPECT_NE(std::find(index.include.begin(), index.include.end(), "ends"), index.include.end()) << wanted;
    expect_sound(found.designs[0], wanted);
  }
}

TEST(DesignReads, LeavesTheTimeToLiveOutIfExpiredItemsAreWanted) {
  const auto found = search(questions_of(expiring("wanted: orderId, with_expired: true")));
  ASSERT_FALSE(found.designs.empty());
  EXPECT_EQ(found.designs[0].model->tables[0].indexes.at(0).projection, ProjectionType::KeysOnly);
  expect_sound(found.designs[0], "expired");
}

}  // namespace design_reads_test
}  // namespace partita::modelling
