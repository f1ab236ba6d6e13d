// pt::defaults: an absent attribute equals its default in every use.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace defaults_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

enum class State { OPEN, DONE };
BOOST_DESCRIBE_ENUM(State, OPEN, DONE)
struct Place {
  std::string city = "Bonn";
  int floor = 0;
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, floor))

// The first version of the program knew only id and board.
struct Task {
  std::string id, board;
  int count = 10;
  std::string title = "untitled";
  State state = State::OPEN;
  std::vector<std::string> labels = {"new"};
  Place place;
  std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(Task, (), (id, board, count, title, state, labels, place, version))

struct TaskE : pt::entity<Task, "TASK", pt::key<"TASK#{id}">, pt::on<"by_count", "BOARD#{board}", "{count:03d}#{id}">,
                          pt::on<"open", "OPEN#{board}", "{id}", pt::when<"state", "OPEN">>, pt::version<"version">,
                          pt::defaults<"count", "title", "state", "labels", "place", "version">> {};
struct Tasks
    : pt::table<"tasks", pt::primary<"PK">, pt::gsi<"by_count", "GSI1PK", "GSI1SK">,
                pt::gsi<"open", "GSI2PK", "GSI2SK">,
                pt::attr_index<"by_title", pt::partition_key<"board">, pt::sort_key<"title">>, pt::holds<TaskE>> {};
using ByCount = pt::pattern<"A board's tasks by count", TaskE, pt::by<"board">, pt::ascending<"count">>;
using Open = pt::pattern<"A board's open tasks", TaskE, pt::by<"board">, pt::using_index<"open">>;
using ByTitle = pt::pattern<"A board's tasks by title", TaskE, pt::by<"board">, pt::ascending<"title">>;

class Defaults : public testing::Test {
 protected:
  Defaults() {
    db.create_table_if_missing().value();
    partita::PutItemRequest old{.table_name = "tasks"};
    old.item = AttributeMap{{"PK", "TASK#1"}, {"type", "TASK"}, {"id", "1"}, {"board", "red"}};
    EXPECT_TRUE(db.database().put_item(old));
  }
  AttributeMap stored() {
    partita::GetItemRequest request{.table_name = "tasks"};
    request.key.emplace().set("PK", "TASK#1");
    return db.database().get_item(request).value().item->to_map();
  }
  template <class Condition>
  bool holds(const Condition& condition) {
    const bool written = db.transact(pt::check<TaskE>("id"_f = "1").when(condition)).run().has_value();
    int found = 0;
    db.scan<TaskE>(1, [&](const auto& tasks) { return found += static_cast<int>(tasks.size()), true; }).value();
    EXPECT_EQ(found, 1);
    return written;
  }
  static auto update() { return pt::update<TaskE>("id"_f = "1").any_version(); }
  template <class Pattern>
  std::vector<std::string> ids() {
    std::vector<std::string> all;
    for (const Task& task : db.query<Pattern>("board"_f = "red").value().items) all.push_back(task.id);
    return all;
  }

  pt::db<Tasks> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(Defaults, conditions_take_an_absent_attribute_for_the_default) {
  EXPECT_TRUE(holds("count"_f == 10));
  EXPECT_FALSE(holds("count"_f == 9));
  EXPECT_TRUE(holds("count"_f != 9));
  EXPECT_FALSE(holds("count"_f != 10));
  EXPECT_TRUE(holds("count"_f < 11));
  EXPECT_FALSE(holds("count"_f < 10));
  EXPECT_TRUE(holds("count"_f <= 10));
  EXPECT_TRUE(holds("count"_f > 9));
  EXPECT_FALSE(holds("count"_f > 10));
  EXPECT_TRUE(holds("count"_f >= 10));
  EXPECT_TRUE(holds("count"_f.between(10, 12)));
  EXPECT_FALSE(holds("count"_f.between(11, 12)));
  EXPECT_TRUE(holds("count"_f.in(1, 10)));
  EXPECT_FALSE(holds("count"_f.in(1, 2)));
  EXPECT_TRUE(holds("title"_f.begins_with("un")));
  EXPECT_FALSE(holds("title"_f.begins_with("x")));
  EXPECT_TRUE(holds("title"_f.contains("titl")));
  EXPECT_TRUE(holds("title"_f.size() == 8));
  EXPECT_FALSE(holds("title"_f.size() != 8));
  EXPECT_TRUE(holds("state"_f == State::OPEN));
  EXPECT_TRUE(holds("labels"_f.contains("new")));
  EXPECT_TRUE(holds("labels"_f.size() > 0));
  EXPECT_TRUE(holds("labels[0]"_f == "new"));
  EXPECT_TRUE(holds("place.city"_f == "Bonn"));
  EXPECT_FALSE(holds("place.floor"_f > 0));
  EXPECT_TRUE(holds(!("count"_f == 9)));
  EXPECT_FALSE(holds(!("count"_f == 10)));
  EXPECT_TRUE(holds("count"_f == 10 && ("title"_f == "x" || "state"_f == State::OPEN)));
  // exists() asks whether the attribute is stored, and it is not.
  EXPECT_FALSE(holds("count"_f.exists()));
}

// The default replaces an attribute that an item lacks, not an item that the table lacks.
TEST_F(Defaults, no_condition_holds_for_an_item_that_is_not_there) {
  Task task;
  task.id = "2";
  EXPECT_FALSE(db.transact(pt::check<TaskE>("id"_f = "2").when("count"_f == 10)).run());
  EXPECT_FALSE(db.run(pt::replace<TaskE>(task).expect_version(0)).run());
  EXPECT_FALSE(db.run(pt::remove<TaskE>("id"_f = "2").when("title"_f == "untitled").any_version()).run());
  EXPECT_FALSE(db.get<TaskE>("id"_f = "2").value());
  EXPECT_TRUE(db.transact(pt::check<TaskE>("id"_f = "1").when("count"_f == 10)).run());
}

TEST_F(Defaults, conditions_of_stored_values_are_what_they_were) {
  db.run(update().set("count"_f = 3, "title"_f = "done", "place"_f = Place{"Kiel", 2}).read_first()).value();
  EXPECT_FALSE(holds("count"_f == 10));
  EXPECT_TRUE(holds("count"_f == 3));
  EXPECT_TRUE(holds("count"_f != 10));
  EXPECT_FALSE(holds("title"_f.begins_with("un")));
  EXPECT_FALSE(holds("place.city"_f == "Bonn"));
  EXPECT_TRUE(holds("place.floor"_f > 0));
}

TEST_F(Defaults, filters_do_the_same) {
  EXPECT_EQ(db.repair().value().findings.size(), 5u);
  EXPECT_EQ(db.query<ByCount>("board"_f = "red")
                .filter("title"_f == "untitled" && "labels"_f.size() == 1)
                .value()
                .items.size(),
            1u);
  EXPECT_EQ(db.query<ByCount>("board"_f = "red").filter("labels"_f.size() != 1).value().items.size(), 0u);
}

TEST_F(Defaults, changes_start_from_the_default) {
  db.repair().value();
  ASSERT_FALSE(stored().contains("count"));
  const auto task =
      *db.run(update().increment("count"_f = 1).append("labels"_f = std::vector<std::string>{"hot"}).read_first())
           .value()
           .item;
  EXPECT_EQ(task.count, 11);
  EXPECT_THAT(task.labels, ElementsAre("new", "hot"));
  EXPECT_THAT(ids<ByCount>(), ElementsAre("1"));
  EXPECT_EQ(stored().find("GSI1SK")->s(), "011#1");
}

TEST_F(Defaults, what_is_given_and_the_expected_version_may_be_the_default) {
  db.repair().value();
  ASSERT_FALSE(stored().contains("count"));
  const auto one = db.run(pt::update<TaskE>("id"_f = "1")
                              .set("board"_f = "blue")
                              .given("count"_f = 10, "state"_f = State::OPEN)
                              .expect_version(0))
                       .value();
  EXPECT_EQ(one.item->version, 1);
  EXPECT_EQ(stored().find("GSI1SK")->s(), "010#1");
  EXPECT_EQ(stored().find("GSI2PK")->s(), "OPEN#blue");
  const auto conflict = db.run(pt::update<TaskE>("id"_f = "1").set("title"_f = "x").expect_version(0)).run();
  ASSERT_FALSE(conflict);
  EXPECT_EQ(conflict.error().code, partita::ErrorCode::VersionConflict);
  const auto other = db.run(update().set("board"_f = "red").given("count"_f = 9, "state"_f = State::OPEN)).run();
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().refusal, partita::Refusal::NotAsGiven);
  EXPECT_NE(other.error().message.find("the field count"), std::string::npos) << other.error().message;
}

TEST_F(Defaults, a_write_of_the_db_says_more_before_it_is_run) {
  Task task;
  task.id = "2", task.board = "red";
  task = db.create(task).value().item.value();
  EXPECT_EQ(task.version, 1);
  task.count = 11;
  EXPECT_EQ(db.replace(task).expect_version(9).run().error().code, partita::ErrorCode::VersionConflict);
  EXPECT_EQ(db.replace(task).expect_version(1).when("count"_f == 10).value().item->version, 2);
  EXPECT_EQ(db.replace(task).any_version().value().item->version, 3);
  task.id = "3";
  db.move<TaskE>(task, "id"_f = "2").any_version().value();
  EXPECT_EQ(db.remove<TaskE>("id"_f = "3").expect_version(9).run().error().code, partita::ErrorCode::VersionConflict);
  EXPECT_TRUE(db.remove<TaskE>("id"_f = "3").any_version().must_exist().value().item);
  EXPECT_FALSE(db.remove<TaskE>("id"_f = "3").read_first().value().item);
  EXPECT_EQ(db.remove<TaskE>("id"_f = "3").any_version().must_exist().run().error().refusal,
            partita::Refusal::ItemMissing);
  // A transaction accepts a removal with any_version() too.
  task.id = "4";
  EXPECT_TRUE(db.transact(db.create(task), db.remove<TaskE>("id"_f = "1").any_version()).run());
}

TEST_F(Defaults, a_member_is_set_where_none_is_stored) {
  const auto set = db.run(update().set_if_absent("count"_f = 5).read_first()).value();
  EXPECT_EQ(set.item->count, 5);
  EXPECT_EQ(stored().find("GSI1SK")->s(), "005#1");
  // A given value that equals the default does not tell whether the attribute is stored.
  const auto unknown = db.run(update()
                                  .set("board"_f = "blue")
                                  .set_if_absent("title"_f = "x")
                                  .given("count"_f = 5, "state"_f = State::OPEN))
                           .run();
  EXPECT_TRUE(unknown) << unknown.error().message;
}

TEST_F(Defaults, an_erased_member_is_the_default_in_every_index) {
  db.repair().value();
  db.run(update().set("count"_f = 3, "title"_f = "x", "state"_f = State::DONE).read_first()).value();
  EXPECT_THAT(ids<Open>(), IsEmpty());
  const auto erased = db.run(update().erase("count"_f).erase("title"_f).erase("state"_f).read_first()).value();
  EXPECT_EQ(erased.item->count, 10);
  EXPECT_THAT(ids<Open>(), ElementsAre("1"));
  EXPECT_EQ(stored().find("GSI1SK")->s(), "010#1");
  EXPECT_EQ(db.query<ByTitle>("board"_f = "red", "title"_f == "untitled").value().items.size(), 1u);
  EXPECT_THAT(db.verify().value().findings, IsEmpty());
}

TEST_F(Defaults, repair_writes_the_keys_that_the_defaults_say) {
  EXPECT_THAT(ids<ByCount>(), IsEmpty());
  const auto report = db.repair().value();
  EXPECT_EQ(report.repaired, static_cast<std::int64_t>(report.findings.size()));
  EXPECT_EQ(stored(), (AttributeMap{{"PK", "TASK#1"},
                                    {"type", "TASK"},
                                    {"id", "1"},
                                    {"board", "red"},
                                    {"title", "untitled"},
                                    {"GSI1PK", "BOARD#red"},
                                    {"GSI1SK", "010#1"},
                                    {"GSI2PK", "OPEN#red"},
                                    {"GSI2SK", "1"}}));
  EXPECT_THAT(ids<ByCount>(), ElementsAre("1"));
  EXPECT_THAT(ids<Open>(), ElementsAre("1"));
  EXPECT_THAT(ids<ByTitle>(), ElementsAre("1"));
  EXPECT_THAT(db.verify().value().findings, IsEmpty());
}

TEST_F(Defaults, an_upsert_leaves_them_out) {
  const auto made = db.run(pt::upsert<TaskE>("id"_f = "2")
                               .set("board"_f = "red", "count"_f = 1, "title"_f = "t", "state"_f = State::DONE)
                               .any_version())
                        .value();
  EXPECT_THAT(made.item->labels, ElementsAre("new"));
  EXPECT_EQ(made.item->place.city, "Bonn");
  EXPECT_EQ(made.item->version, 1);
}

TEST_F(Defaults, a_part_of_an_absent_default_is_refused_in_our_words) {
  const auto updated = db.run(update().set("place.city"_f = "Kiel")).run();
  ASSERT_FALSE(updated);
  EXPECT_EQ(updated.error().message,
            "TASK: place.city leads into a part that the item does not have: set place whole first; an absent place "
            "means its default, of which no part can be set");
  const auto in_transaction =
      db.transact(update().set("place.city"_f = "Kiel"), pt::remove<TaskE>("id"_f = "2").any_version()).run();
  ASSERT_FALSE(in_transaction);
  EXPECT_THAT(in_transaction.error().message,
              testing::HasSubstr("request 0: TASK: place.city leads into a part that the item does not have"));
  db.run(update().set("place"_f = Place{"Kiel", 2})).value();
  EXPECT_EQ(db.run(update().set("place.city"_f = "Ulm")).value().item->place.floor, 2);
}

struct Label {
  std::string id, text;
};
BOOST_DESCRIBE_STRUCT(Label, (), (id, text))
struct LabelE : pt::entity<Label, "LABEL", pt::key<"LABEL#{id}">, pt::defaults<"text">> {};
struct Labels
    : pt::table<"labels", pt::primary<"PK">, pt::attr_index<"by_text", pt::partition_key<"text">>, pt::holds<LabelE>> {
};

// The default is written into the index's key, which cannot hold an empty text.
TEST_F(Defaults, an_empty_default_in_a_key_of_an_index_is_refused_in_our_words) {
  pt::db<Labels> labels{partita::open("", {.in_memory = true}).value()};
  labels.create_table_if_missing().value();
  labels.create(Label{"1", "red"}).value();
  const auto erased = labels.run(pt::update<LabelE>("id"_f = "1").erase("text"_f)).run();
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().message, "LABEL: The field text cannot be the key attribute text: it is empty");
}

}  // namespace defaults_test
