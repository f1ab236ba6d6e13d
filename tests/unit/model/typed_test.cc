// The typed front on a database in memory, as a user of <partita/model.h> writes it.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <future>

namespace typed_test {

namespace pt = partita::model;
using namespace pt::literals;

enum class Status { CREATED, PAID };
BOOST_DESCRIBE_ENUM(Status, CREATED, PAID)
struct Order {
  std::string customerId, orderId;
  pt::utc_ms createdAt;
  Status status = Status::CREATED;
  std::int64_t totalCents = 0, version = 0;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, createdAt, status, totalCents, version))
struct Line {
  std::string customerId, orderId, lineId;
  int quantity = 0;
};
BOOST_DESCRIBE_STRUCT(Line, (), (customerId, orderId, lineId, quantity))

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
                           pt::on<"by_customer", "CUST#{customerId}", "ORDER#{createdAt}#{orderId}">,
                           pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#CUST#{customerId}#{orderId}">,
                           pt::version<"version">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "GSI1PK", "GSI1SK">,
                        pt::gsi<"by_status", "GSI2PK", "GSI2SK">, pt::holds<OrderE, LineE>> {};

using Timeline =
    pt::pattern<"A customer's orders, newest first", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
using StatusFeed = pt::pattern<"Orders in one status, newest first", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
struct OrderWithLines {
  Order order;
  std::vector<Line> lines;
};
using LoadOrder = pt::collect<"An order with its lines", OrderWithLines, pt::one<OrderE>, pt::many<LineE>,
                              pt::by<"customerId", "orderId">>;

struct CustomerItems {
  std::vector<Line> lines;
  std::vector<Order> orders;
};
using LoadCustomer = pt::collect<"All of a customer's items", CustomerItems, pt::many<LineE>, pt::many<OrderE>,
                                 pt::by<"customerId">, pt::whole_partition>;

// The partition key has the day of a time, and the sort key has the time itself.
struct DatedE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
                           pt::on<"by_day", "DAY#{createdAt:day}", "{createdAt}#{customerId}#{orderId}">,
                           pt::version<"version">> {};
struct Dated : pt::table<"dated", pt::primary<"PK", "SK">, pt::gsi<"by_day", "GSI1PK", "GSI1SK">, pt::holds<DatedE>> {};
using DayFeed = pt::pattern<"Orders of a day, newest first", DatedE, pt::by<"createdAt">, pt::newest<"createdAt">>;

class Typed : public testing::Test {
 protected:
  Typed() { db.create_table_if_missing().value(); }
  static pt::utc_ms at(int minute) { return pt::utc_ms(1'700'000'000'000 + minute * 60'000); }

  pt::db<Shop> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(Typed, what_is_created_is_got) {
  db.create(Order{"C1", "O1", at(0), Status::CREATED, 1250}).value();
  const auto order = db.get<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").value();
  ASSERT_TRUE(order);
  EXPECT_EQ(order->totalCents, 1250);
  EXPECT_EQ(order->version, 1);
  EXPECT_EQ(order->createdAt, at(0));
  EXPECT_FALSE(db.get<OrderE>("customerId"_f = "C1", "orderId"_f = "O2").value());
  const auto again = db.create(Order{"C1", "O1", at(0), Status::CREATED, 1250}).run();
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, partita::ErrorCode::ConditionalCheckFailedException);
}

TEST_F(Typed, pages_follow_each_other_newest_first) {
  for (int i = 0; i < 10; ++i) db.create(Order{"C1", "O" + std::to_string(i), at(i)}).value();
  auto page = db.query<Timeline>("customerId"_f = "C1").take(4).value();
  ASSERT_EQ(page.items.size(), 4u);
  EXPECT_EQ(page.items.front().orderId, "O9");
  ASSERT_TRUE(page.token);
  page = db.query<Timeline>("customerId"_f = "C1").take(4).after(page.token).value();
  EXPECT_EQ(page.items.front().orderId, "O5");
  page = db.query<Timeline>("customerId"_f = "C1", "createdAt"_f < at(2)).value();
  EXPECT_EQ(page.items.size(), 2u);
  EXPECT_FALSE(page.token);
  page = db.query<Timeline>("customerId"_f = "C1").filter("orderId"_f == "O3" || "orderId"_f == "O7").take(5).value();
  EXPECT_EQ(page.items.size(), 2u);
}

TEST_F(Typed, a_collection_holds_its_own_children_only) {
  for (const char* order : {"O1", "O10", "O100"}) {
    db.create(Order{"C1", order, at(0)}).value();
    db.create(Line{"C1", order, "L1", 2}).value();
  }
  const auto loaded = db.load<LoadOrder>("customerId"_f = "C1", "orderId"_f = "O1").value();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->order.orderId, "O1");
  ASSERT_EQ(loaded->lines.size(), 1u);
  EXPECT_EQ(loaded->lines[0].orderId, "O1");
  EXPECT_FALSE(db.load<LoadOrder>("customerId"_f = "C1", "orderId"_f = "O2").value());
}

TEST_F(Typed, a_whole_partition_is_read_whatever_the_sort_keys) {
  for (const char* customer : {"C1", "C10"}) {
    db.create(Order{customer, "O1", at(0)}).value();
    db.create(Order{customer, "O2", at(1)}).value();
    db.create(Line{customer, "O1", "L1", 2}).value();
  }
  auto call = db.load<LoadCustomer>("customerId"_f = "C1");
  EXPECT_EQ(call.explain().value().key_condition, "PK = \"CUST#C1\"");
  const auto loaded = call.value();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->orders.size(), 2u);
  EXPECT_EQ(loaded->lines.size(), 1u);
}

TEST_F(Typed, conditions_are_joined_and_negated) {
  db.create(Line{"C1", "O1", "L1", 5}).value();
  const auto change = [&](auto condition) {
    return db
        .run(pt::update<LineE>("customerId"_f = "C1", "orderId"_f = "O1", "lineId"_f = "L1")
                 .set("quantity"_f = 5)
                 .when(condition))
        .run();
  };
  const auto is_five = "quantity"_f == 5;
  const auto is_six = "quantity"_f == 6;
  EXPECT_TRUE(change(is_five && !is_six));
  EXPECT_TRUE(change(is_six || is_five));
  EXPECT_TRUE(change(!(is_five && is_six)));
  EXPECT_TRUE(change((is_six || is_five) && !(is_six || is_six)));
  EXPECT_FALSE(change(!(is_five || is_six)));
}

TEST_F(Typed, an_update_moves_the_item_in_its_indexes) {
  db.create(Order{"C1", "O1", at(0)}).value();
  const auto change = [&](std::int64_t version) {
    return db.transact(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1")
                           .set("status"_f = Status::PAID)
                           .expect_version(version),
                       pt::create(Line{"C1", "O1", "L1", 1}));
  };
  change(1).value();
  EXPECT_EQ(db.query<StatusFeed>("status"_f = Status::CREATED).value().items.size(), 0u);
  const auto paid = db.query<StatusFeed>("status"_f = Status::PAID).value();
  ASSERT_EQ(paid.items.size(), 1u);
  EXPECT_EQ(paid.items[0].version, 2);
  const auto stale = change(1).run();
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().code, partita::ErrorCode::VersionConflict) << stale.error().message;
}

TEST_F(Typed, a_call_can_be_asynchronous) {
  db.create(Order{"C1", "O1", at(0)}).value();
  std::promise<partita::Result<std::optional<Order>>> answer;
  db.get<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").async([&](auto result) {
    answer.set_value(std::move(result));
  });
  EXPECT_EQ(answer.get_future().get().value()->orderId, "O1");
}

TEST_F(Typed, explain_shows_the_request) {
  const auto explained =
      db.query<StatusFeed>("status"_f = Status::PAID, "createdAt"_f >= at(0)).take(5).explain().value();
  EXPECT_EQ(explained.operation, "Query");
  EXPECT_EQ(explained.index, "by_status");
  EXPECT_NE(explained.key_condition.find("STATUS#PAID"), std::string::npos) << explained.key_condition;
}

TEST_F(Typed, many_items_are_written_and_read_in_batches) {
  std::vector<Line> lines;
  std::vector<pt::key_values<LineE>> keys;
  for (int i = 0; i < 130; ++i) {
    lines.push_back({"C1", "O1", "L" + std::to_string(i), i});
    keys.push_back(pt::key_of<LineE>("customerId"_f = "C1", "orderId"_f = "O1", "lineId"_f = lines.back().lineId));
  }
  EXPECT_TRUE(db.replace_many(lines).run());
  const auto got = db.get_many(keys).value();
  ASSERT_EQ(got.items.size(), 130u);
  for (int i = 0; i < 130; ++i) EXPECT_EQ(got.items[std::size_t(i)]->quantity, i);
}

TEST(TypedDay, a_day_is_a_partition_and_its_times_a_range) {
  using std::chrono::hours;
  const pt::db<Dated> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  const pt::utc_ms midnight = "2026-03-05T00:00:00Z"_utc;
  for (const int hour : {-1, 0, 9, 23, 24})
    db.create(Order{"C1", "O" + std::to_string(hour), midnight + hours(hour)}).value();
  const auto ids = [](const pt::Page<Order>& page) {
    std::string all;
    for (const Order& order : page.items) all += order.orderId;
    return all;
  };
  // Any time of a day selects the day.
  EXPECT_EQ(ids(db.query<DayFeed>("createdAt"_f = midnight + hours(13)).value()), "O23O9O0");
  EXPECT_EQ(ids(db.query<DayFeed>("createdAt"_f = midnight, "createdAt"_f >= midnight + hours(9)).value()), "O23O9");
}

struct Task {
  std::string id;
  std::optional<std::string> owner;
  int points = 0;
};
BOOST_DESCRIBE_STRUCT(Task, (), (id, owner, points))
struct TaskE : pt::entity<Task, "TASK", pt::key<"TASK#{id}">> {};
struct Tasks : pt::table<"tasks", pt::primary<"PK">, pt::holds<TaskE>> {};

TEST(TypedWrites, several_conditions_have_to_hold_together) {
  pt::db<Tasks> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Task{"1", "ada", 3}).value();
  const auto guarded = [&](int points) {
    return db
        .run(pt::update<TaskE>("id"_f = "1").set("points"_f = 4).when("points"_f == points).when("owner"_f == "ada"))
        .run();
  };
  EXPECT_FALSE(guarded(5));
  EXPECT_TRUE(guarded(3));
}

TEST(TypedWrites, an_empty_optional_removes_the_attribute) {
  pt::db<Tasks> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Task{"1", "ada", 3}).value();
  EXPECT_EQ(db.run(pt::update<TaskE>("id"_f = "1").set("owner"_f = std::nullopt)).value().item->owner, std::nullopt);
  EXPECT_EQ(
      db.run(pt::update<TaskE>("id"_f = "1").set("owner"_f = std::optional<std::string>("bob"))).value().item->owner,
      "bob");
  EXPECT_EQ(db.run(pt::update<TaskE>("id"_f = "1").set("owner"_f = std::optional<std::string>())).value().item->owner,
            std::nullopt);
}

TEST_F(Typed, take_of_a_collection_counts_the_many) {
  db.create(Order{"C1", "O1", at(0)}).value();
  db.replace_many(std::vector<Line>{{"C1", "O1", "L1", 1}, {"C1", "O1", "L2", 1}, {"C1", "O1", "L3", 1}}).value();
  EXPECT_EQ(db.load<LoadOrder>("customerId"_f = "C1", "orderId"_f = "O1").take(2).value()->lines.size(), 2u);
}

TEST_F(Typed, what_value_throws_says_what_happened) {
  db.create(Order{"C1", "O1", at(0)}).value();
  try {
    db.create(Order{"C1", "O1", at(0)}).value();
    FAIL() << "it was created twice";
  } catch (const std::exception& failure) {
    EXPECT_NE(std::string(failure.what()).find("ConditionalCheckFailedException: "), std::string::npos)
        << failure.what();
  }
}

// Another program has written an attribute of another type. The write must not be reported as failed because of it.
TEST(TypedWrites, a_write_is_done_whether_its_item_can_be_read_or_not) {
  pt::db<Tasks> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  partita::PutItemRequest odd{.table_name = "tasks"};
  odd.item = partita::AttributeMap{{"PK", "TASK#1"}, {"type", "TASK"}, {"id", "1"}, {"owner", 5}, {"points", "many"}};
  ASSERT_TRUE(db.database().put_item(odd));
  const auto written = db.run(pt::update<TaskE>("id"_f = "1").set("owner"_f = "ada")).value();
  EXPECT_EQ(written.item, std::nullopt);
  ASSERT_TRUE(written.unreadable);
  EXPECT_NE(written.unreadable->message.find("points"), std::string::npos) << written.unreadable->message;
  const auto mended = db.run(pt::update<TaskE>("id"_f = "1").set("points"_f = 3)).value();
  EXPECT_FALSE(mended.unreadable);
  EXPECT_EQ(mended.item->owner, "ada");
  ASSERT_TRUE(db.database().put_item(odd));
  const auto removed = db.remove<TaskE>("id"_f = "1").value();
  EXPECT_TRUE(removed.unreadable);
  EXPECT_FALSE(db.get<TaskE>("id"_f = "1").value());
}

// As Task, but the struct keeps the attributes that it does not name.
struct Note {
  std::string id, text;
  pt::other_attributes others;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text, others))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"by_text", "{text}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::gsi<"by_text", "GSI1PK">, pt::holds<NoteE>> {};

TEST(TypedWrites, a_put_keeps_what_the_struct_carries_and_a_replacement_does_not) {
  pt::db<Notes> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  partita::PutItemRequest newer{.table_name = "notes"};
  newer.item = partita::AttributeMap{{"PK", "NOTE#1"}, {"GSI1PK", "a"}, {"type", "NOTE"},
                                     {"id", "1"},      {"text", "a"},   {"color", "red"}};
  ASSERT_TRUE(db.database().put_item(newer));
  const auto stored = [&] {
    partita::GetItemRequest request{.table_name = "notes"};
    request.key.emplace().set("PK", "NOTE#1");
    return db.database().get_item(request).value().item->to_map();
  };
  auto note = *db.get<NoteE>("id"_f = "1").value();
  note.text = "b";
  db.put(note).value();
  EXPECT_EQ(stored(),
            (partita::AttributeMap{
                {"PK", "NOTE#1"}, {"GSI1PK", "b"}, {"type", "NOTE"}, {"id", "1"}, {"text", "b"}, {"color", "red"}}));
  note.text = "c";
  EXPECT_TRUE(db.put_many(std::vector<Note>{note}).run());
  EXPECT_TRUE(stored().contains("color"));
  db.run(pt::update<NoteE>("id"_f = "1").set("text"_f = "d")).value();
  EXPECT_TRUE(stored().contains("color"));
  db.replace(Note{"1", "e", {}}).value();
  EXPECT_FALSE(stored().contains("color"));
}

TEST(TypedWrites, a_whole_item_can_be_run) {
  pt::db<Tasks> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  EXPECT_TRUE(db.run(pt::create(Task{.id = "7", .owner = "ada"})).run());
  EXPECT_FALSE(db.run(pt::create(Task{.id = "7", .owner = "bob"})).run());
  EXPECT_EQ(db.run(pt::replace(Task{.id = "7", .owner = "bob"})).value().item->owner, "bob");
}

static_assert(pt::serves<Shop, Timeline, StatusFeed, LoadOrder>);

}  // namespace typed_test
