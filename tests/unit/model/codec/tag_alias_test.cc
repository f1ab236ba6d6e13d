// An entity whose name differs from the name with which its items were written.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace partita::model {
namespace tag_alias_test {

using namespace literals;
using testing::SizeIs;

struct Person {
  std::string id, email;
  std::optional<std::string> city;
  friend bool operator==(const Person&, const Person&) = default;
};
BOOST_DESCRIBE_STRUCT(Person, (), (id, email, city))

namespace before {
struct PersonE
    : entity<Person, "CUSTOMER", key<"P#{id}", "PROFILE">, on<"by_city", "{city}", "{id}", sparse>, unique<"email">> {};
struct People : table<"people", primary<"PK", "SK">, gsi<"by_city", "GSI1PK", "GSI1SK">, holds<PersonE>> {};
}  // namespace before
namespace now {
struct PersonE : entity<Person, "CLIENT", tag_alias<"PATRON", "CUSTOMER">, sentinels_of<"CUSTOMER">,
                        key<"P#{id}", "PROFILE">, on<"by_city", "{city}", "{id}", sparse>, unique<"email">> {};
struct People : table<"people", primary<"PK", "SK">, gsi<"by_city", "GSI1PK", "GSI1SK">, holds<PersonE>> {};
using InCity = pattern<"Who lives in a city", PersonE, by<"city">>;
}  // namespace now

class TagAlias : public testing::Test {
 protected:
  TagAlias() {
    old.create_table_if_missing().value();
    old.create(ada).value();
  }
  std::string tag(const std::string& id) {
    GetItemRequest get;
    get.table_name = "people";
    get.key = AttributeMap{{"PK", "P#" + id}, {"SK", "PROFILE"}};
    return std::string(database->get_item(std::move(get)).value().item->get("type")->s());
  }

  const Person ada{"1", "ada@example.org", "London"};
  std::shared_ptr<Database> database = open("", {.in_memory = true}).value();
  const db<before::People> old{database};
  const db<now::People> renamed{database};
};

TEST_F(TagAlias, every_read_finds_what_was_written_under_the_old_tag) {
  EXPECT_EQ(renamed.get<now::PersonE>("id"_f = "1").value(), ada);
  EXPECT_EQ(renamed.query<now::InCity>("city"_f = "London").value().items, std::vector{ada});
  EXPECT_EQ(renamed.get_many<now::PersonE>({key_of<now::PersonE>("id"_f = "1")}).value().items.at(0), ada);
  std::vector<Person> scanned;
  const auto cost = renamed
                        .scan<now::PersonE>(1,
                                            [&](std::vector<Person> page) {
                                              scanned.insert(scanned.end(), page.begin(), page.end());
                                              return true;
                                            })
                        .value();
  EXPECT_EQ(scanned, std::vector{ada});
  EXPECT_EQ(cost.returned, 1) << "the sentinel is filtered out by the database";
}

TEST_F(TagAlias, every_write_works_on_it_and_unique_values_stay_unique) {
  EXPECT_FALSE(renamed.create(Person{"2", "ada@example.org", {}}).run());
  renamed
      .run(update<now::PersonE>("id"_f = "1").set("email"_f = "ada@example.com").given("email"_f = "ada@example.org"))
      .value();
  renamed.create(Person{"2", "ada@example.org", {}}).value();
  EXPECT_EQ(tag("1"), "CUSTOMER") << "an update changes what it is asked to change";
  EXPECT_EQ(tag("2"), "CLIENT");
  renamed.replace(Person{"1", "ada@example.net", {}}).value();
  EXPECT_EQ(tag("1"), "CLIENT");
}

TEST_F(TagAlias, verify_reports_the_old_tag_and_repair_writes_the_new_one) {
  const auto report = renamed.verify().value();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].detail, "its type tag type is \"CUSTOMER\", an alias of CLIENT");
  EXPECT_TRUE(report.findings[0].repairable);
  EXPECT_EQ(renamed.repair().value().repaired, 1);
  EXPECT_EQ(tag("1"), "CLIENT");
  EXPECT_THAT(renamed.verify().value().findings, SizeIs(0));
}

TEST_F(TagAlias, upgrade_writes_the_new_tag_and_keeps_the_sentinels) {
  EXPECT_EQ(to_text(renamed.plan_upgrade().value()), "people: rewrite 1 item\n");
  EXPECT_EQ(to_text(renamed.upgrade().value()), "done: people: rewrite 1 item\n");
  EXPECT_EQ(to_text(renamed.plan_upgrade().value()), "nothing to do\n");
  EXPECT_FALSE(renamed.create(Person{"2", "ada@example.org", {}}).run());
}

// While both versions run, each has the other's tag as an alias.
TEST_F(TagAlias, two_versions_read_each_others_items) {
  struct BothE : entity<Person, "CUSTOMER", tag_alias<"CLIENT">, sentinels_of<"CUSTOMER">, key<"P#{id}", "PROFILE">,
                        on<"by_city", "{city}", "{id}", sparse>, unique<"email">> {};
  struct Both : table<"people", primary<"PK", "SK">, gsi<"by_city", "GSI1PK", "GSI1SK">, holds<BothE>> {};
  const db<Both> first(database);
  renamed.create(Person{"2", "bob@example.org", {}}).value();
  EXPECT_EQ(first.get<BothE>("id"_f = "2").value()->email, "bob@example.org");
  first.create(Person{"3", "eve@example.org", {}}).value();
  EXPECT_EQ(renamed.get<now::PersonE>("id"_f = "3").value()->email, "eve@example.org");
  EXPECT_FALSE(first.create(Person{"4", "bob@example.org", {}}).run());
}

}  // namespace tag_alias_test
}  // namespace partita::model
