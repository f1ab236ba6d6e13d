// Unique members that are part of the primary key: the sentinel of the value in each kind of write. The key tells such
// a value even if no item has this key.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace unique_in_key_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::Refusal;
using testing::HasSubstr;
using testing::IsEmpty;

struct Task {
  std::string owner, id;
  std::string title;
};
BOOST_DESCRIBE_STRUCT(Task, (), (owner, id, title))
struct TaskE : pt::entity<Task, "TASK", pt::key<"T#{owner}", "TASK#{id}">, pt::unique<"id">> {};

struct Job {
  std::string id;
  std::string title;
  std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(Job, (), (id, title, version))
struct JobE : pt::entity<Job, "JOB", pt::key<"JOB#{id}", "JOB">, pt::unique<"id">, pt::version<"version">> {};

// The key has only the day of the member.
struct Slot {
  std::string room;
  pt::utc_ms at;
  std::string guest;
};
BOOST_DESCRIBE_STRUCT(Slot, (), (room, at, guest))
struct SlotE : pt::entity<Slot, "SLOT", pt::key<"ROOM#{room}", "SLOT#{at:day}">, pt::unique<"at">, pt::lossy> {};
struct Desk : pt::table<"desk", pt::primary<"PK", "SK">, pt::holds<TaskE, JobE, SlotE>> {};

class UniqueInKey : public testing::Test {
 protected:
  UniqueInKey() { db.create_table_if_missing().value(); }

  // The partition key of the sentinel's owner, or an empty text if the sentinel does not exist.
  std::string owner_of(const std::string& sentinel) {
    partita::GetItemRequest request{.table_name = "desk"};
    request.key = AttributeMap{{"PK", "UNIQUE#" + sentinel}, {"SK", "UNIQUE#" + sentinel}};
    const auto answer = db.database().get_item(request).value();
    return answer.item && !answer.item->empty() ? answer.item->to_map().find("owner_PK")->s() : "";
  }
  void expect_sound() {
    for (const auto& finding : db.verify().value().findings) ADD_FAILURE() << finding.detail;
  }
  template <class Done>
  static void expect_taken(const Done& done, const std::string& what) {
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().refusal, Refusal::UniqueValueTaken);
    EXPECT_THAT(done.error().message, HasSubstr("the value of the unique field " + what + " is taken"));
  }

  pt::db<Desk> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(UniqueInKey, a_put_of_a_new_item_claims_the_value) {
  db.replace(Task{"ann", "1", "write"}).value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#ann");
  expect_taken(db.replace(Task{"bob", "1", "write"}).run(), "id");
  expect_taken(db.create(Task{"bob", "1", "write"}).run(), "id");
  expect_sound();
  EXPECT_EQ(db.verify().value().items, 2);
}

TEST_F(UniqueInKey, a_put_over_the_item_keeps_the_value) {
  db.create(Task{"ann", "1", "write"}).value();
  db.replace(Task{"ann", "1", "read"}).value();
  db.replace(Task{"ann", "1", "check"}).read_first().value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#ann");
  EXPECT_EQ(db.get<TaskE>("owner"_f = "ann", "id"_f = "1").value()->title, "check");
  expect_sound();
}

TEST_F(UniqueInKey, a_put_that_reads_no_item_first_claims_the_value) {
  db.replace(Task{"ann", "1", "write"}).read_first().value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#ann");
  expect_sound();
}

TEST_F(UniqueInKey, an_upsert_of_a_new_item_claims_the_value) {
  const auto upsert = [&](const std::string& owner) {
    return db.upsert<TaskE>("owner"_f = owner, "id"_f = "1").set("title"_f = "write");
  };
  upsert("ann").value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#ann");
  upsert("ann").value();
  expect_taken(upsert("bob").run(), "id");
  expect_taken(upsert("bob").read_first().run(), "id");
  db.upsert<TaskE>("owner"_f = "bob", "id"_f = "2").set("title"_f = "write").read_first().value();
  EXPECT_EQ(owner_of("TASK#id#2"), "T#bob");
  expect_sound();
}

TEST_F(UniqueInKey, an_update_leaves_the_value_and_needs_no_transaction) {
  db.create(Task{"ann", "1", "write"}).value();
  const auto update = db.update<TaskE>("owner"_f = "ann", "id"_f = "1").set("title"_f = "read").run();
  ASSERT_TRUE(update) << update.error().message;
  EXPECT_FALSE(db.update<TaskE>("owner"_f = "ann", "id"_f = "2").set("title"_f = "read").run());
  EXPECT_EQ(owner_of("TASK#id#2"), "");
  expect_sound();
}

TEST_F(UniqueInKey, a_move_gives_the_value_its_new_owner_or_exchanges_it) {
  db.replace(Task{"ann", "1", "write"}).value();
  db.move<TaskE>(Task{"bob", "1", "write"}, "owner"_f = "ann", "id"_f = "1").read_first().value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#bob");
  db.move<TaskE>(Task{"bob", "2", "write"}, "owner"_f = "bob", "id"_f = "1").read_first().value();
  EXPECT_EQ(owner_of("TASK#id#1"), "");
  EXPECT_EQ(owner_of("TASK#id#2"), "T#bob");
  expect_sound();
}

TEST_F(UniqueInKey, a_removal_frees_the_value) {
  db.replace(Task{"ann", "1", "write"}).value();
  db.remove<TaskE>("owner"_f = "ann", "id"_f = "1").value();
  EXPECT_EQ(db.verify().value().items, 0);
  db.replace(Task{"bob", "1", "write"}).value();
  // The removal of an item that does not exist must not free the value of another item.
  db.remove<TaskE>("owner"_f = "ann", "id"_f = "1").value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#bob");
  expect_sound();
}

TEST_F(UniqueInKey, a_transaction_hands_the_value_from_one_item_to_another) {
  db.replace(Task{"ann", "1", "write"}).value();
  db.transact(pt::remove<TaskE>("owner"_f = "ann", "id"_f = "1"), pt::replace(Task{"bob", "1", "write"})).value();
  EXPECT_EQ(owner_of("TASK#id#1"), "T#bob");
  db.transact(pt::replace(Task{"cid", "3", "write"}), pt::replace(Task{"cid", "4", "write"})).value();
  EXPECT_EQ(owner_of("TASK#id#4"), "T#cid");
  expect_sound();
}

TEST_F(UniqueInKey, a_versioned_item_claims_the_value_once) {
  const auto made = db.replace(Job{"1", "write"}).value();
  EXPECT_EQ(owner_of("JOB#id#1"), "JOB#1");
  db.replace(Job{"1", "read"}).expect_version(1).value();
  db.replace(Job{"1", "check"}).any_version().value();
  db.replace(Job{"2", "write"}).any_version().value();
  EXPECT_EQ(owner_of("JOB#id#2"), "JOB#2");
  db.upsert<JobE>("id"_f = "3").set("title"_f = "write").any_version().value();
  EXPECT_EQ(owner_of("JOB#id#3"), "JOB#3");
  expect_sound();
}

TEST_F(UniqueInKey, a_member_that_the_key_has_in_part_moves_its_value) {
  const auto at = [](const char* text) { return pt::utc_ms::parse(text).value(); };
  db.replace(Slot{"A", at("2026-11-24T09:00:00.000Z"), "ann"}).value();
  db.replace(Slot{"A", at("2026-11-24T10:00:00.000Z"), "ann"}).value();
  expect_sound();
  db.upsert<SlotE>("room"_f = "A", "at"_f = at("2026-11-24T11:00:00.000Z")).set("guest"_f = "bob").read_first().value();
  expect_sound();
  EXPECT_EQ(db.verify().value().sentinels, 1);
  db.upsert<SlotE>("room"_f = "B", "at"_f = at("2026-11-24T12:00:00.000Z")).set("guest"_f = "bob").read_first().value();
  expect_sound();
  EXPECT_EQ(db.verify().value().sentinels, 2);
}

}  // namespace unique_in_key_test
