// Reads that need more of an index than the fields that they want, that find one item at most, or of which lint says
// something.
#include <algorithm>

#include "unit/modelling/design/design_support.h"

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

// ---- notes of lint

TEST(DesignReads, ANoteOfLintLeavesNoReadUnserved) {
  const auto found = search(questions_of(with_entity(
      "name: CHILD, count: 3M, size_bytes: 1000, identity: childId, fields: {childId: ulid, parentId: {kind: ulid, "
      "distinct: 1000}, x: integer}",
      "  - {name: first, entities: CHILD, by: parentId, per_second: 10, items: 20}\n"
      "  - {name: all ids, entities: CHILD, by: parentId, wanted: childId, per_second: 1, items: 3000}\n")));
  EXPECT_TRUE(found.unserved.empty());
  ASSERT_FALSE(found.designs.empty());
  // The report shows it.
  ASSERT_EQ(found.designs[0].findings.size(), 1u);
  EXPECT_EQ(found.designs[0].findings[0].rule->id, "P155");
  EXPECT_EQ(found.designs[0].findings[0].severity, lint::Severity::Note);
  for (const lint::Finding& finding : lint::run(*found.designs[0].proof))
    EXPECT_EQ(finding.severity, lint::Severity::Note) << finding.message;
}

// ---- few values of a partition key

// A pattern never makes a design cheaper: the design contains no write that the questions lack.
TEST(DesignReads, AWriteMakesNoReadCheaper) {
  const std::string entity =
      "name: ORDER, count: 100k, size_bytes: 100, identity: orderId, fields: {orderId: ulid, state: {enum: [OPEN, "
      "DONE]}, kind: string, made: time, total: integer}";
  for (const char* read : {"by: state", "by: kind", "newest: made", "where: {state: OPEN}, newest: made"}) {
    const std::string reads =
        std::string("  - {name: read, entities: ORDER, per_second: 20, items: 20, ") + read + "}\n";
    const auto alone = search(questions_of(with_entity(entity, reads)));
    const double with_write = usd_of(
        questions_of(with_entity(entity, reads + "  - {name: w, update: ORDER, set: total, per_second: 0.01}\n")));
    ASSERT_FALSE(alone.designs.empty()) << read;
    EXPECT_LE(alone.designs[0].usd, with_write + 1e-6) << read;
    expect_sound(alone.designs[0], read);
  }
}

// ---- one item at most

TEST(DesignReads, AReadByMoreThanTheIdentityFindsOneItem) {
  for (const char* wanted : {"", ", wanted: orderId"}) {
    const auto found = search(questions_of(with_entity(
        "name: ORDER, count: 2M, size_bytes: 900, identity: orderId, fields: {orderId: ulid, owner: string, total: "
        "integer}",
        std::string("  - {name: own, entities: ORDER, by: [owner, orderId], per_second: 40") + wanted +
            "}\n  - {name: create, create: ORDER, per_second: 1}\n")));
    ASSERT_FALSE(found.designs.empty());
    const design::Design& design = found.designs[0];
    EXPECT_TRUE(bill_of_model(design.proof, prices(), {}).not_priced.empty());
    ASSERT_EQ(design.reads.size(), 1u);
    // Half a read unit for each call.
    EXPECT_NEAR(design.reads[0].usd, 20 * 2'628'000 * 0.125e-6, 1e-9);
    EXPECT_EQ(design.model->tables[0].indexes.at(0).projection,
              *wanted ? ProjectionType::KeysOnly : ProjectionType::All);
    expect_sound(design, "own");
    EXPECT_TRUE(std::any_of(found.notes.begin(), found.notes.end(), [](const std::string& note) {
      return note.find("gives owner beside the identity of ORDER") != std::string::npos;
    }));
  }
}

}  // namespace design_reads_test
}  // namespace partita::modelling
