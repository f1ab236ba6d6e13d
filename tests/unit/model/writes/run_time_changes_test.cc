// Updates whose members are known only at run time, and writes that a db begins.
#include <gmock/gmock.h>
#include <partita/model.h>
#include <partita/open.h>

#include <future>

namespace run_time_changes_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeValue;
using partita::ErrorCode;
using testing::ElementsAre;
using testing::HasSubstr;

enum class State { OPEN, DONE };
BOOST_DESCRIBE_ENUM(State, OPEN, DONE)
struct Address {
  std::string city;
  std::optional<std::string> street;
};
BOOST_DESCRIBE_STRUCT(Address, (), (city, street))
struct Task {
  std::string id, board, title;
  State state = State::OPEN;
  int points = 0;
  std::optional<std::string> owner;
  std::vector<std::string> labels;
  std::set<std::string> tags;
  Address address;
  std::optional<std::string> mail;
};
BOOST_DESCRIBE_STRUCT(Task, (), (id, board, title, state, points, owner, labels, tags, address, mail))
struct TaskE : pt::entity<Task, "TASK", pt::key<"TASK#{id}">, pt::on<"by_board", "{board}#{state}", "{points:03d}">,
                          pt::unique<"mail">> {};
struct Tasks : pt::table<"tasks", pt::primary<"PK">, pt::gsi<"by_board", "GSI1PK", "GSI1SK">, pt::holds<TaskE>> {};
using ByBoard = pt::pattern<"Tasks of a board in a state", TaskE, pt::by<"board", "state">, pt::ascending<"points">>;

class RunTimeChanges : public testing::Test {
 protected:
  RunTimeChanges() {
    db.create_table_if_missing().value();
    db.create(task("1")).value();
  }
  static Task task(const std::string& id) {
    return {id, "red", "one", State::OPEN, 3, "ada", {"a"}, {"x", "y"}, {"Bonn", "Main"}, id + "@x"};
  }
  Task now() { return *db.get<TaskE>("id"_f = "1").value(); }
  auto update() { return db.update<TaskE>("id"_f = "1"); }
  void expect_sound() { EXPECT_THAT(db.verify().value().findings, testing::IsEmpty()); }

  pt::db<Tasks> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(RunTimeChanges, a_write_that_the_db_begins_runs_as_it_stands) {
  EXPECT_EQ(update().set("title"_f = "two").value().item->title, "two");
  EXPECT_EQ(update().set("points"_f = 4).run()->item->points, 4);
  std::promise<partita::Result<pt::Written<Task>>> answer;
  update().set("title"_f = "three").async([&](auto result) { answer.set_value(std::move(result)); });
  EXPECT_EQ(answer.get_future().get()->item->title, "three");
  const auto refused = update().set("title"_f = "four").when("title"_f == "two").run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().refusal, partita::Refusal::ConditionFalse);
  db.upsert<TaskE>("id"_f = "2")
      .set("board"_f = "red", "title"_f = "t", "state"_f = State::OPEN, "points"_f = 1,
           "address"_f = Address{"Ulm", {}})
      .set("labels"_f = std::vector<std::string>{})
      .value();
  EXPECT_EQ(db.get<TaskE>("id"_f = "2").value()->address.city, "Ulm");
  db.transact(update().set("title"_f = "five"), pt::update<TaskE>("id"_f = "2").set("title"_f = "t2")).value();
  EXPECT_EQ(now().title, "five");
  expect_sound();
}

TEST_F(RunTimeChanges, a_member_is_set_where_the_condition_says_so) {
  update().set_if(false, "title"_f = "two", "owner"_f = "bob").value();
  EXPECT_EQ(now().title, "one");
  update().set_if(true, "title"_f = "two", "owner"_f = "bob").set("labels"_f = std::vector<std::string>{"b"}).value();
  EXPECT_EQ(now().title, "two");
  EXPECT_EQ(now().owner, "bob");
  EXPECT_THAT(now().labels, ElementsAre("b"));
}

TEST_F(RunTimeChanges, an_empty_optional_leaves_the_member) {
  update().set_if("title"_f = std::optional<std::string>(), "owner"_f = std::optional<std::string>()).value();
  EXPECT_EQ(now().title, "one");
  EXPECT_EQ(now().owner, "ada");
  update().set_if("title"_f = std::optional<std::string>("two"), "points"_f = std::optional<int>()).value();
  EXPECT_EQ(now().title, "two");
  // The removal of the member is a value too.
  update().set_if("owner"_f = std::optional<std::optional<std::string>>(std::optional<std::string>())).value();
  EXPECT_EQ(now().owner, std::nullopt);
}

TEST_F(RunTimeChanges, an_index_follows_what_was_set) {
  const auto finish = [&](bool really) {
    return update().set_if(really, "state"_f = State::DONE).given("board"_f = "red").run();
  };
  ASSERT_TRUE(finish(false));
  EXPECT_EQ(db.query<ByBoard>("board"_f = "red", "state"_f = State::OPEN).value().items.size(), 1u);
  ASSERT_TRUE(finish(true));
  EXPECT_EQ(db.query<ByBoard>("board"_f = "red", "state"_f = State::OPEN).value().items.size(), 0u);
  EXPECT_EQ(db.query<ByBoard>("board"_f = "red", "state"_f = State::DONE).value().items.size(), 1u);
  expect_sound();
}

// The index's key has both members. If only one of them is set, the key cannot be computed, so the update is an error.
TEST_F(RunTimeChanges, a_key_that_would_go_stale_by_the_conditions_is_an_error) {
  const auto change = [&](bool board, bool state) {
    return update().set_if(board, "board"_f = "blue").set_if(state, "state"_f = State::DONE).run();
  };
  EXPECT_TRUE(change(false, false));
  const auto stale = change(true, false);
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().code, ErrorCode::ValidationException);
  EXPECT_THAT(stale.error().message, HasSubstr("the field state, which is a part of that key"));
  EXPECT_TRUE(change(true, true));
  expect_sound();
}

TEST_F(RunTimeChanges, a_change_list_is_applied_as_a_whole) {
  pt::changes<TaskE> patch;
  EXPECT_TRUE(patch.empty());
  update().apply(patch).value();
  patch.set("title"_f = "two", "address.city"_f = "Kiel").append("labels"_f = std::vector<std::string>{"b"});
  patch.add_to_set("tags"_f = std::set<std::string>{"z"}).erase("owner"_f).erase("address.street"_f);
  patch.set_if("points"_f = std::optional<int>());
  EXPECT_FALSE(patch.empty());
  const Task task = *update().apply(patch).value().item;
  EXPECT_EQ(task.title, "two");
  EXPECT_EQ(task.address.city, "Kiel");
  EXPECT_EQ(task.address.street, std::nullopt);
  EXPECT_EQ(task.owner, std::nullopt);
  EXPECT_THAT(task.labels, ElementsAre("a", "b"));
  EXPECT_THAT(task.tags, ElementsAre("x", "y", "z"));
  EXPECT_EQ(task.points, 3);
  expect_sound();
}

TEST_F(RunTimeChanges, a_change_list_keeps_to_the_rules_of_the_compiler) {
  const auto patched = [&](pt::changes<TaskE> patch) {
    const auto done = update().apply(patch).run();
    return done ? "done" : done.error().message;
  };
  EXPECT_THAT(patched(pt::changes<TaskE>().set("state"_f = State::DONE)),
              HasSubstr("the update changes the key of index by_board, and the field board"));
  EXPECT_THAT(patched(pt::changes<TaskE>().set("mail"_f = "new@x")),
              HasSubstr("the field mail is unique, and its old value must be known"));
  EXPECT_THAT(patched(pt::changes<TaskE>().set("title"_f = "a").set("title"_f = "b")),
              HasSubstr("two changes of the field title"));
  EXPECT_THAT(patched(pt::changes<TaskE>().set("address"_f = Address{"A", {}}).set("address.city"_f = "b")),
              HasSubstr("two changes of the field address"));
  EXPECT_EQ(patched(pt::changes<TaskE>().set("address.city"_f = "b").erase("address.street"_f)), "done");
  const auto patch = pt::changes<TaskE>().set("state"_f = State::DONE, "mail"_f = "new@x");
  EXPECT_EQ(update().apply(patch).given("board"_f = "red", "mail"_f = "1@x").value().item->mail, "new@x");
  EXPECT_EQ(update().apply(pt::changes<TaskE>().set("mail"_f = "old@x")).read_first().value().item->mail, "old@x");
  const auto upsert = db.upsert<TaskE>("id"_f = "9").apply(pt::changes<TaskE>().set("title"_f = "a")).run();
  ASSERT_FALSE(upsert);
  EXPECT_THAT(upsert.error().message,
              HasSubstr("does not set its required fields board, state, points, labels, address"));
  expect_sound();
}

TEST_F(RunTimeChanges, a_member_is_named_at_run_time) {
  pt::changes<TaskE> patch;
  patch.set_named("title", "two")
      .set_named("owner", AttributeValue())
      .set_named("points", 7)
      .set_named("state", "DONE");
  const Task task = *update().apply(patch).given("board"_f = "red").value().item;
  EXPECT_EQ(task.title, "two");
  EXPECT_EQ(task.owner, std::nullopt);
  EXPECT_EQ(task.points, 7);
  EXPECT_EQ(task.state, State::DONE);
  expect_sound();
  const auto refused = [&](std::string_view name, AttributeValue value) {
    return update().apply(pt::changes<TaskE>().set_named(name, std::move(value))).run().error().message;
  };
  EXPECT_EQ(refused("colour", "red"), "TASK: there is no field colour");
  EXPECT_THAT(refused("points", "many"), HasSubstr("TASK: the field points: the value must be N"));
  EXPECT_THAT(refused("state", "GONE"), HasSubstr("TASK: the field state: the value must be "));
  EXPECT_EQ(refused("id", "2"), "TASK: the field id is part of the primary key: use move()");
  EXPECT_EQ(refused("title", AttributeValue()), "TASK: the field title is required and cannot be removed");
}

TEST_F(RunTimeChanges, the_old_item_is_returned_where_asked) {
  auto written = update().set("title"_f = "two").returning_old().value();
  EXPECT_EQ(written.old->title, "one");
  EXPECT_FALSE(written.item);
  EXPECT_EQ(written.cost.requests, 1);
  EXPECT_FALSE(update().set("title"_f = "three").value().old);
  // This update is a transaction, which by itself returns no item.
  written = update().set("mail"_f = "new@x").given("mail"_f = "1@x").returning_old().value();
  EXPECT_EQ(written.old->mail, "1@x");
  EXPECT_EQ(written.item->mail, "new@x");
  Task next = task("1");
  next.title = "four";
  written = db.run(pt::replace<TaskE>(next).returning_old()).value();
  EXPECT_EQ(written.old->title, "three");
  EXPECT_EQ(written.item->title, "four");
  written = db.run(pt::remove<TaskE>("id"_f = "1").read_first().returning_old()).value();
  EXPECT_EQ(written.old->title, "four");
  written = db.run(pt::replace<TaskE>(next).returning_old()).value();
  EXPECT_FALSE(written.old);
  EXPECT_FALSE(written.unreadable);
  const auto refused = db.transact(update().set("title"_f = "x").returning_old()).run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "request 0: a transaction returns no items, old or new");
  expect_sound();
}

TEST_F(RunTimeChanges, explain_shows_the_write_without_sending_it) {
  const auto moved =
      update().set("state"_f = State::DONE).given("board"_f = "red").when("points"_f < 5).explain().value();
  EXPECT_EQ(moved.operation, "UpdateItem");
  EXPECT_EQ(moved.table, "tasks");
  EXPECT_EQ(moved.update, "SET state = \"DONE\", GSI1PK = \"red#DONE\"");
  EXPECT_EQ(moved.condition, "attribute_exists(PK) AND board = \"red\" AND points < 5");
  EXPECT_EQ(moved.capacity_units, 1);
  EXPECT_THAT(moved.request_json, HasSubstr("\"UpdateExpression\":"));
  EXPECT_EQ(now().state, State::OPEN);
  const auto claimed = update().set("mail"_f = "new@x").given("mail"_f = "1@x").explain(1500).value();
  EXPECT_EQ(claimed.operation, "TransactWriteItems");
  EXPECT_EQ(claimed.actions, 3);
  EXPECT_EQ(claimed.capacity_units, 12);
  EXPECT_EQ(update().set("title"_f = "x").read_first().explain().value().operation, "GetItem");
  EXPECT_EQ(db.create(task("2")).explain().value().operation, "TransactWriteItems");
  EXPECT_THAT(db.create(task("")).explain().error().message, HasSubstr("it is empty"));
  EXPECT_FALSE(db.get<TaskE>("id"_f = "2").value());
}

// An empty set added to a set, or removed from it, is not a change.
TEST_F(RunTimeChanges, an_empty_set_changes_nothing) {
  update().add_to_set("tags"_f = std::set<std::string>()).value();
  EXPECT_THAT(now().tags, ElementsAre("x", "y"));
  update().remove_from_set("tags"_f = std::set<std::string>()).value();
  EXPECT_THAT(now().tags, ElementsAre("x", "y"));
  update().set_if_absent("owner"_f = std::optional<std::string>()).value();
  EXPECT_EQ(now().owner, "ada");
}

}  // namespace run_time_changes_test
