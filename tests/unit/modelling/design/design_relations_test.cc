// Reads along relationships: each level of a hierarchy with the levels below it, and both sides of a relation of many
// to many.
#include <algorithm>

#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_relations_test {

using namespace design_support;

void expect_all_served(const std::string& yaml, const std::string& what) {
  const design::SearchResult found = search(questions_of(yaml));
  EXPECT_TRUE(found.unserved.empty()) << what;
  EXPECT_FALSE(found.timed_out) << what;
  ASSERT_FALSE(found.designs.empty()) << what;
  for (const design::Design& design : found.designs) expect_sound(design, what);
}

const char* const kCountries = R"(
entities:
  - {name: COUNTRY, count: 200, size_bytes: 200, fields: {country: string, name: string}, identity: country}
  - {name: CITY, count: 100k, size_bytes: 200, fields: {country: string, city: ulid, name: string}, identity: [country, city]}
  - {name: STREET, count: 5M, size_bytes: 200, fields: {country: string, city: ulid, street: integer, name: string}, identity: [country, city, street]}
patterns:
  - {name: country with all, entities: [COUNTRY, CITY, STREET], by: country, per_second: 1, items: 100}
  - {name: country with cities, entities: [COUNTRY, CITY], by: country, per_second: 2, items: 50}
  - {name: city with streets, entities: [CITY, STREET], by: [country, city], per_second: 5, items: 60}
  - {name: cities, entities: CITY, by: country, per_second: 5, items: 49}
  - {name: streets, entities: STREET, by: [country, city], per_second: 5, items: 59}
  - {name: add city, create: CITY, per_second: 1}
  - {name: add street, create: STREET, per_second: 1}
)";

TEST(DesignRelations, ServesEachLevelOfAHierarchy) {
  for (const char* tables : {"one", "several"})
    expect_all_served(fmt::format("design: 1\nname: map\ntables: {}{}", tables, kCountries), tables);
}

const char* const kSchool = R"(
entities:
  - {name: STUDENT, count: 10k, size_bytes: 200, fields: {student: ulid, name: string}, identity: student}
  - {name: COURSE, count: 1k, size_bytes: 300, fields: {course: ulid, title: string}, identity: course}
  - {name: ENROLMENT, count: 100k, size_bytes: 120, fields: {student: ulid, course: ulid, grade: integer}, identity: [student, course]}
patterns:
  - {name: of a student, entities: [STUDENT, ENROLMENT], by: student, per_second: 3, items: 10}
  - {name: of a course, entities: [COURSE, ENROLMENT], by: course, per_second: 3, items: 10}
  - {name: one, entities: ENROLMENT, by: [student, course], per_second: 3}
  - {name: enrol, put: ENROLMENT, per_second: 1}
  - {name: mark, update: ENROLMENT, set: grade, per_second: 1}
)";

TEST(DesignRelations, ServesBothSidesOfAManyToManyRelationship) {
  for (const char* tables : {"one", "several"})
    expect_all_served(fmt::format("design: 1\nname: school\ntables: {}{}", tables, kSchool), tables);
}

// Below its order, a line is in the way of the list of orders. An index of the orders alone lets it lie there.
TEST(DesignRelations, ListsParentsThroughAnIndexIfThatIsCheaper) {
  const design::SearchResult found = search(questions_of(R"(design: 1
name: shop
tables: one
entities:
  - {name: CUSTOMER, count: 10k, size_bytes: 200, fields: {customer: string, name: string}, identity: customer}
  - {name: ORDER, count: 100k, size_bytes: 200, fields: {customer: string, order: ulid, note: string}, identity: [customer, order]}
  - {name: LINE, count: 3M, size_bytes: 200, fields: {customer: string, order: ulid, line: integer, sku: string}, identity: [customer, order, line]}
patterns:
  - {name: all, entities: [CUSTOMER, ORDER, LINE], by: customer, per_second: 2, items: 50}
  - {name: with lines, entities: [ORDER, LINE], by: [customer, order], per_second: 5, items: 11}
  - {name: orders, entities: ORDER, by: customer, per_second: 5, items: 10}
  - {name: place, transact: [{create: ORDER}, {create: LINE, items: 30}], per_second: 5}
)"));
  ASSERT_FALSE(found.designs.empty());
  const design::Design& design = found.designs[0];
  const auto& orders = *std::find_if(design.reads.begin(), design.reads.end(),
                                     [](const auto& read) { return read.pattern.number() == 2; });
  EXPECT_NE(orders.index, "");
  EXPECT_EQ(design.model->tables.at(0).indexes.size(), 1u);
  expect_sound(design, "orders");
}

}  // namespace design_relations_test
}  // namespace partita::modelling
