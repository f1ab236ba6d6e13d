// A read that demands its index gets no item that the index lacks. It is right, and the run names the items that the
// index lacks.
#include <gmock/gmock.h>

#include "modelling/run/run_model.h"
#include "modelling/run/run_report.h"
#include "run_support.h"

namespace partita::modelling::run {
namespace run_left_out_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string members(const std::string& index, const std::string& in, const std::string& pattern) {
  return "format: 1\nname: lists\ntables:\n  - name: lists\n    partition_key: PK\n    type_attribute: null\n"
         "    indexes: [" +
         index +
         "]\n    entities:\n      - name: Member\n        fields: {memberId: string, zone: string, email: 'string?', "
         "since: 'time?', paid: bool, rank: integer}\n        key: {partition: \"M#{memberId}\"}\n" +
         (in.empty() ? "" : "        in: {" + in + "}\n") +
         "        samples:\n"
         "          - {memberId: a, zone: north, email: a@x, since: '2026-01-05T10:00:00.000Z', paid: true, rank: 1}\n"
         "          - {memberId: b, zone: north, email: b@x, paid: true, rank: 1}\n"
         "          - {memberId: c, zone: north, since: '2026-01-05T10:00:00.000Z', paid: true, rank: 2}\n"
         "          - {memberId: d, zone: south, paid: false, rank: 2}\n"
         "          - {memberId: e, zone: north, paid: false, rank: 2}\n"
         "patterns:\n  - {name: asked, entities: Member, " +
         pattern + "}\n";
}

struct Case {
  const char* index;
  const char* in;
  const char* pattern;
  std::size_t items;
  const char* note;  // or empty
};

TEST(RunLeftOut, SaysWhatTheDemandedIndexLacks) {
  const Case cases[] = {
      // A key of the fields' own attributes, and a template.
      {"{name: by_zone, partition: zone, sort: email}", "", "by: zone, index: by_zone", 2,
       "2 items of Member are asked for too and are not in the index by_zone, because email is absent"},
      {"{name: by_zone, partition: G, sort: H}", "by_zone: {partition: \"Z#{zone}\", sort: \"{email}\", sparse: true}",
       "by: zone, index: by_zone", 2,
       "2 items of Member are asked for too and are not in the index by_zone, because email"},
      // Without the field of the order, an item has no place in the answer.
      {"{name: by_zone, partition: zone, sort: since}", "", "by: zone, newest: since, index: by_zone", 2, ""},
      {"{name: by_zone, partition: zone, sort: email}", "", "by: [zone, email], index: by_zone", 1, ""},
      {"{name: by_zone, partition: zone, sort: [email, since]}", "", "by: [zone, email], index: by_zone", 1, ""},
      {"{name: by_zone, partition: zone}", "", "by: zone, index: by_zone", 4, ""},
      // An index of some values.
      {"{name: by_zone, partition: G}", "by_zone: {partition: \"Z#{zone}\", when: {field: paid, equals: 'true'}}",
       "by: zone, index: by_zone", 3,
       "1 item of Member is asked for too and is not in the index by_zone, because paid is not true"},
      {"{name: by_zone, partition: G}", "by_zone: {partition: \"Z#{zone}\", when: {field: rank, equals: '2'}}",
       "by: zone, index: by_zone", 2,
       "2 items of Member are asked for too and are not in the index by_zone, because rank is not 2"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(std::string(one.index) + " " + one.pattern);
    const auto proof = run_support::proof_of(members(one.index, one.in, one.pattern));
    ASSERT_THAT(proof->refusals(), IsEmpty()) << proof->refusals()[0].particulars;
    const auto database = run_support::database_in_memory();
    const auto run = run_model(*proof, *database, {});
    ASSERT_TRUE(run) << run.error().message;
    const PatternRun& asked = run->patterns.at(0);
    EXPECT_EQ(asked.outcome, Outcome::Right) << asked.reason;
    EXPECT_EQ(asked.items.size(), one.items);
    if (std::string(one.note).empty())
      EXPECT_THAT(asked.notes, IsEmpty());
    else
      EXPECT_THAT(asked.notes, ElementsAre(HasSubstr(one.note)));
  }
}

}  // namespace run_left_out_test
}  // namespace partita::modelling::run
