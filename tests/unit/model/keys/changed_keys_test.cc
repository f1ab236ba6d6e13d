// A later version of a program makes other keys of the same items, so that it would not find those of the earlier one.
// The plan of an upgrade and verify() report each such change, and the upgrade mends it.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

namespace changed_keys_test {

namespace pt = partita::model;
using namespace pt::literals;

struct Job {
  std::string id, kind;
  int rank = 0;
  pt::date day;
};
BOOST_DESCRIBE_STRUCT(Job, (), (id, kind, rank, day))

template <class Key, class... Index>
struct version {
  struct JobE : pt::entity<Job, "JOB", pt::key<"JOB#{id}">, Key> {};
  struct Jobs : pt::table<"jobs", pt::primary<"PK">, pt::gsi<"gsi", "P", "S">, Index..., pt::holds<JobE>> {};
};
template <pt::fixed_string Partition, pt::fixed_string Sort>
using composed = version<pt::on<"gsi", Partition, Sort>>;
template <int Count>
using sharded =
    version<pt::on<"gsi", "{kind}", "{id}">,
            pt::attr_index<"by_kind", pt::partition_key<"kind", "shard">, pt::sharded<Count, "id", "shard">>>;

// `earlier` writes forty items, and `later` must find out that some of their keys are not its own.
template <class Earlier, class Later>
void expect_reported(const char* change) {
  SCOPED_TRACE(change);
  const std::shared_ptr<partita::Database> database = partita::open("", {.in_memory = true}).value();
  const pt::db<typename Earlier::Jobs> earlier{database};
  earlier.create_table_if_missing().value();
  for (int i = 0; i < 40; ++i)
    earlier.create(Job{std::to_string(i), "k", i, *pt::date::from(2026, 1, 1 + i % 28)}).value();
  const pt::db<typename Later::Jobs> later{database};
  EXPECT_NE(to_text(later.plan_upgrade().value()).find("rewrite"), std::string::npos);
  EXPECT_GT(later.verify().value().findings.size(), 0u);
  later.upgrade().value();
  EXPECT_TRUE(later.verify().value().findings.empty());
}

TEST(ChangedKeys, AreReportedByThePlanAndByVerify) {
  expect_reported<sharded<8>, sharded<5>>("fewer shards of an index of members");
  expect_reported<composed<"{kind}#{id:shard8}", "{id}">, composed<"{kind}#{id:shard5}", "{id}">>(
      "fewer shards in a key");
  expect_reported<composed<"{kind}#{id:shard5}", "{id}">, composed<"{kind}#{id:shard8}", "{id}">>(
      "more shards in a key");
  expect_reported<composed<"{day:month}", "{id}">, composed<"{day:day}", "{id}">>("another width of buckets");
  expect_reported<composed<"{kind}", "{rank:03d}#{id}">, composed<"{kind}", "{rank:05d}#{id}">>(
      "another width of numbers");
  expect_reported<composed<"{kind}", "{rank:03d}#{id}">, composed<"{kind}", "{rank:s03d}#{id}">>("signed numbers");
  expect_reported<composed<"KIND#{kind}", "{id}">, composed<"K#{kind}", "{id}">>("another literal");
  expect_reported<composed<"{kind}", "{id}">, version<pt::on<"gsi", "{kind}", "{id}", pt::when<"rank", "7">>>>(
      "a condition");
}

}  // namespace changed_keys_test
