// pt::created_at, pt::updated_at and pt::computed with every kind of write.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <stdexcept>

#include "unit/model/faulty_database.h"

namespace partita::model {
namespace kept_members_test {

using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string lower(const std::string& text) {
  if (text == "without lower case") throw std::runtime_error("it has none");
  std::string out;
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}
std::int64_t product(std::int64_t cents, int count) { return cents * count; }
std::optional<std::string> initial(const std::optional<std::string>& nick) {
  if (!nick || nick->empty()) return std::nullopt;
  return nick->substr(0, 1);
}

struct Item {
  std::string id, name, nameLower;
  std::int64_t cents = 0;
  int count = 1;
  std::int64_t total = 0;
  std::optional<std::string> nick, letter;
  utc_ms createdAt;
  epoch_seconds updatedAt;
  std::int64_t version = 0;
  friend bool operator==(const Item&, const Item&) = default;
};
BOOST_DESCRIBE_STRUCT(Item, (), (id, name, nameLower, cents, count, total, nick, letter, createdAt, updatedAt, version))

struct ItemE
    : entity<Item, "ITEM", key<"ITEM#{id}">, on<"by_name", "NAMES", "{nameLower}#{id}">,
             on<"by_change", "CHANGES", "{updatedAt:013d}#{id}">, on<"by_letter", "{letter}", "{id}", sparse>,
             created_at<"createdAt">, updated_at<"updatedAt">, computed<"nameLower", lower, "name">,
             computed<"total", product, "cents", "count">, computed<"letter", initial, "nick">, unique<"nameLower">> {};
struct VersionedE : entity<Item, "VERSIONED", key<"VERSIONED#{id}">, created_at<"createdAt">, updated_at<"updatedAt">,
                           computed<"total", product, "cents", "count">, model::version<"version">> {};
struct PlainE : entity<Item, "PLAIN", key<"PLAIN#{id}">, created_at<"createdAt">, updated_at<"updatedAt">,
                       computed<"nameLower", lower, "name">> {};
// The folded name is stored only in the index key.
struct FoundE : entity<Item, "FOUND", key<"FOUND#{id}">, on<"by_name", "FOUND", "{nameLower}#{id}">,
                       computed<"nameLower", lower, "name">, only_in_keys<"nameLower">> {};
struct Items : table<"items", primary<"PK">, gsi<"by_name", "GSI1PK", "GSI1SK">, gsi<"by_change", "GSI2PK", "GSI2SK">,
                     gsi<"by_letter", "GSI3PK", "GSI3SK">, holds<ItemE, VersionedE, PlainE, FoundE>> {};
using ByName = pattern<"Items by name", ItemE, by<>, ascending<"nameLower">>;
using Found = pattern<"What is found by name", FoundE, by<>, ascending<"nameLower">>;
using ByChange = pattern<"Items, last changed first", ItemE, by<>, descending<"updatedAt">>;
using ByLetter = pattern<"Items with a letter", ItemE, by<"letter">>;

class KeptMembers : public testing::Test {
 protected:
  KeptMembers() { items.create_table_if_missing().value(); }

  Item item(const std::string& id, const std::string& name) {
    Item out;
    out.id = id;
    out.name = name;
    return out;
  }
  AttributeMap stored(const std::string& key) {
    GetItemRequest get;
    get.table_name = "items";
    get.key = AttributeMap{{"PK", key}};
    return database->get_item(std::move(get)).value().item->to_map();
  }
  void put_raw(AttributeMap item) {
    PutItemRequest put;
    put.table_name = "items";
    put.item = std::move(item);
    ASSERT_TRUE(database->put_item(std::move(put)));
  }
  epoch_seconds seconds() const { return epoch_seconds(utc_ms(now)); }

  std::int64_t now = 1'800'000'000'000;
  std::shared_ptr<FaultyDatabase> database = std::make_shared<FaultyDatabase>(open("", {.in_memory = true}).value());
  const db<Items> items{std::shared_ptr<Database>(database), {.now_ms = [this] { return now; }}};
};

TEST_F(KeptMembers, create_sets_them_whatever_the_struct_holds) {
  Item given = item("1", "On KEYS");
  given.cents = 250;
  given.count = 3;
  given.nick = "Ada";
  given.nameLower = "nonsense";
  given.createdAt = "2001-01-01T00:00:00Z"_utc;
  const Item made = *items.run(create<ItemE>(given)).value().item;
  EXPECT_EQ(made.nameLower, "on keys");
  EXPECT_EQ(made.total, 750);
  EXPECT_EQ(made.letter, "A");
  EXPECT_EQ(made.createdAt, utc_ms(now));
  EXPECT_EQ(made.updatedAt, seconds());
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value(), made);
  EXPECT_EQ(items.query<ByName>("nameLower"_f.begins_with("on")).value().items, std::vector{made});
}

TEST_F(KeptMembers, an_update_changes_what_follows_from_it_and_the_index_keys_too) {
  items.run(create<ItemE>(item("1", "Beta"))).value();
  items.run(create<ItemE>(item("2", "Alpha"))).value();
  const utc_ms made(now);
  now += 5'000;
  const int before = database->calls("get_item");
  const auto changed =
      items.run(update<ItemE>("id"_f = "1").set("name"_f = "AARON").given("nameLower"_f = "beta")).value();
  EXPECT_EQ(changed.item->nameLower, "aaron");
  EXPECT_EQ(changed.item->createdAt, made);
  EXPECT_EQ(changed.item->updatedAt, seconds());
  EXPECT_EQ(items.query<ByName>().value().items.front().id, "1");
  EXPECT_EQ(items.query<ByChange>().value().items.front().id, "1");
  EXPECT_EQ(database->calls("get_item"), before + 1) << "the item after the transaction; nothing is read before it";
  EXPECT_THAT(items.verify().value().findings, IsEmpty());
}

TEST_F(KeptMembers, every_update_moves_the_time_of_the_change_in_one_request) {
  items.run(create<ItemE>(item("1", "Beta"))).value();
  now += 5'000;
  items.run(update<ItemE>("id"_f = "1").set("nick"_f = "Bob")).value();
  EXPECT_EQ(database->calls("update_item"), 1);
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->updatedAt, seconds());
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->letter, "B");
  EXPECT_THAT(items.verify().value().findings, IsEmpty());
}

TEST_F(KeptMembers, a_computed_member_that_becomes_empty_leaves_its_index) {
  Item nicked = item("1", "Beta");
  nicked.nick = "Ada";
  items.run(create<ItemE>(nicked)).value();
  EXPECT_THAT(items.query<ByLetter>("letter"_f = "A").value().items, SizeIs(1));
  items.run(update<ItemE>("id"_f = "1").set("nick"_f = std::nullopt)).value();
  EXPECT_THAT(items.query<ByLetter>("letter"_f = "A").value().items, IsEmpty());
  EXPECT_FALSE(stored("ITEM#1").contains("letter"));
  EXPECT_THAT(items.verify().value().findings, IsEmpty());
}

TEST_F(KeptMembers, the_other_inputs_are_given_or_read_first) {
  Item one = item("1", "Beta");
  one.cents = 100;
  one.count = 2;
  items.run(create<ItemE>(one)).value();
  items.run(update<ItemE>("id"_f = "1").set("count"_f = 5).given("cents"_f = 100)).value();
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->total, 500);
  EXPECT_FALSE(items.run(update<ItemE>("id"_f = "1").set("count"_f = 6).given("cents"_f = 99)).run());
  items.run(update<ItemE>("id"_f = "1").set("count"_f = 7).read_first()).value();
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->total, 700);
  items.run(update<ItemE>("id"_f = "1").increment("cents"_f = 11).read_first()).value();
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->total, 777);
}

// The values that were read to compute a member are a condition of the write, so another program's change is noticed.
TEST_F(KeptMembers, an_input_that_changes_meanwhile_is_read_again) {
  items.run(create<VersionedE>(item("1", "Beta"))).value();
  bool once = true;
  database->before = [&](const std::string& operation) {
    if (operation != "update_item" || !std::exchange(once, false)) return;
    UpdateItemRequest raw;
    raw.table_name = "items";
    raw.key = AttributeMap{{"PK", "VERSIONED#1"}};
    raw.update_expression = "SET cents = :c";
    raw.expression_attribute_values = AttributeMap{{":c", 9}};
    ASSERT_TRUE(database->update_item(std::move(raw)));
  };
  items.run(update<VersionedE>("id"_f = "1").set("count"_f = 4).read_first().any_version()).value();
  EXPECT_EQ(items.get<VersionedE>("id"_f = "1").value()->total, 36);
}

TEST_F(KeptMembers, a_replacement_keeps_the_time_of_creation_that_it_read) {
  items.run(replace<PlainE>(item("1", "Beta"))).value();
  const utc_ms made(now);
  Item read = *items.get<PlainE>("id"_f = "1").value();
  EXPECT_EQ(read.createdAt, made);
  now += 5'000;
  read.name = "GAMMA";
  items.run(replace<PlainE>(read)).value();
  const Item replaced = *items.get<PlainE>("id"_f = "1").value();
  EXPECT_EQ(replaced.createdAt, made);
  EXPECT_EQ(replaced.updatedAt, seconds());
  EXPECT_EQ(replaced.nameLower, "gamma");
}

TEST_F(KeptMembers, an_upsert_sets_the_time_of_creation_once) {
  const auto write = [&](const char* name) {
    return items
        .run(upsert<PlainE>("id"_f = "1")
                 .set("name"_f = name, "cents"_f = 1, "count"_f = 1, "total"_f = 1, "version"_f = 0))
        .run();
  };
  const utc_ms made(now);
  ASSERT_TRUE(write("One"));
  now += 5'000;
  const auto again = write("TWO");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->item->createdAt, made);
  EXPECT_EQ(again->item->updatedAt, seconds());
  EXPECT_EQ(again->item->nameLower, "two");
}

TEST_F(KeptMembers, batches_transactions_and_moves_keep_them_too) {
  std::vector<Result<WriteRequest>> writes;
  writes.push_back(items.request_of(create<ItemE>(item("1", "ONE"))));
  writes.push_back(items.request_of(create<VersionedE>(item("2", "TWO"))));
  items.transact(std::move(writes)).value();
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->nameLower, "one");
  EXPECT_EQ(items.get<VersionedE>("id"_f = "2").value()->createdAt, utc_ms(now));
  const utc_ms made(now);
  now += 5'000;
  Item moved = *items.get<ItemE>("id"_f = "1").value();
  moved.id = "3";
  moved.name = "THREE";
  items.run(move<ItemE>(moved, "id"_f = "1").read_first()).value();
  const Item now_three = *items.get<ItemE>("id"_f = "3").value();
  EXPECT_EQ(now_three.createdAt, made);
  EXPECT_EQ(now_three.updatedAt, seconds());
  EXPECT_EQ(now_three.nameLower, "three");
  EXPECT_THAT(items.verify().value().findings, IsEmpty());
}

TEST_F(KeptMembers, batches_set_them) {
  struct Alone : table<"alone", primary<"PK">, holds<PlainE>> {};
  const db<Alone> alone{std::shared_ptr<Database>(database), {.now_ms = [this] { return now; }}};
  alone.create_table_if_missing().value();
  alone.replace_many(std::vector{item("1", "ONE"), item("2", "TWO")}).value();
  EXPECT_EQ(alone.get<PlainE>("id"_f = "2").value()->nameLower, "two");
  EXPECT_EQ(alone.get<PlainE>("id"_f = "2").value()->createdAt, utc_ms(now));
}

TEST_F(KeptMembers, a_computed_member_may_stand_in_keys_alone) {
  items.run(create<FoundE>(item("1", "Beta"))).value();
  EXPECT_EQ(items.query<Found>("nameLower"_f.begins_with("be")).value().items.front().nameLower, "beta");
  items.run(update<FoundE>("id"_f = "1").set("name"_f = "GAMMA")).value();
  EXPECT_EQ(stored("FOUND#1").find("GSI1SK")->s(), "gamma#1");
  EXPECT_FALSE(stored("FOUND#1").contains("nameLower"));
  EXPECT_EQ(items.get<FoundE>("id"_f = "1").value()->nameLower, "gamma");
  EXPECT_THAT(items.verify().value().findings, IsEmpty());
}

// A repeated write has the time of the first attempt, even if the clock has moved.
TEST_F(KeptMembers, a_write_that_is_repeated_has_one_time) {
  database->fail_next("put_item", {Error{ErrorCode::InternalServerError, "lost"}, true});
  const auto at = epoch_seconds(utc_ms(now));
  database->before = [this](const std::string& operation) { now += operation == "put_item" ? 7'000 : 0; };
  const auto made = items.run(create<VersionedE>(item("1", "ONE"))).run();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(items.get<VersionedE>("id"_f = "1").value()->updatedAt, at);
}

TEST_F(KeptMembers, unique_values_may_be_computed) {
  items.run(create<ItemE>(item("1", "Ada"))).value();
  const auto taken = items.run(create<ItemE>(item("2", "ADA"))).run();
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().refusal, Refusal::UniqueValueTaken);
}

TEST_F(KeptMembers, older_items_get_what_follows_from_their_members) {
  items.run(create<PlainE>(item("1", "ADA"))).value();
  AttributeMap older = stored("PLAIN#1");
  ASSERT_TRUE(older.erase("nameLower"));
  put_raw(older);
  const auto report = items.verify().value();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].detail, "nameLower is absent, but the fields say \"ada\"");
  EXPECT_EQ(to_text(items.upgrade().value()), "done: items: rewrite 1 item\n");
  EXPECT_EQ(items.get<PlainE>("id"_f = "1").value()->nameLower, "ada");
  EXPECT_THAT(items.verify().value().findings, IsEmpty());
}

TEST_F(KeptMembers, a_computed_member_that_is_wrong_is_found_with_its_index_key) {
  items.run(create<ItemE>(item("1", "ADA"))).value();
  AttributeMap wrong = stored("ITEM#1");
  wrong.set("nameLower", "ADA");
  put_raw(wrong);
  EXPECT_EQ(items.repair().value().count(Finding::Kind::Stale), 1);
  EXPECT_EQ(items.get<ItemE>("id"_f = "1").value()->nameLower, "ada");
}

// The other members of the item are compared and repaired all the same.
TEST_F(KeptMembers, a_computed_member_that_cannot_be_computed_is_found) {
  items.run(create<ItemE>(item("1", "ADA"))).value();
  AttributeMap wrong = stored("ITEM#1");
  wrong.set("name", "without lower case");
  wrong.set("total", AttributeValue::number("7"));
  put_raw(wrong);
  const auto report = items.repair().value();
  ASSERT_EQ(report.count(Finding::Kind::Unreadable), 1);
  EXPECT_EQ(report.count(Finding::Kind::Stale), 1);
  for (const Finding& finding : report.findings)
    if (finding.kind == Finding::Kind::Unreadable) {
      EXPECT_THAT(finding.detail, HasSubstr("the field nameLower cannot be computed"));
      EXPECT_THAT(finding.detail, HasSubstr("it has none"));
      EXPECT_FALSE(finding.repairable);
    }
  EXPECT_THAT(items.verify().value().findings, SizeIs(1));
  EXPECT_THAT(to_text(items.plan_upgrade().value()), HasSubstr("1 item"));
}

// A request without types is refused at run time.
TEST_F(KeptMembers, a_request_that_changes_one_is_refused) {
  WriteRequest request = items.request_of(update<PlainE>("id"_f = "1").set("name"_f = "x")).value();
  request.changes.push_back({.kind = Change::Kind::Set, .field = 8, .value = "2001-01-01T00:00:00.000Z"});
  std::optional<Result<WriteAnswer>> answer;
  write(items.session(), Mode::Wait, request, [&](Result<WriteAnswer> result) { answer = std::move(result); });
  ASSERT_FALSE(*answer);
  EXPECT_EQ(answer->error().message, "PLAIN: the field createdAt is set by the library, and a write cannot set it");
}

}  // namespace kept_members_test
}  // namespace partita::model
