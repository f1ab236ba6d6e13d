// Items that have a unique value without owning its sentinel, because pt::unique was added to a table with duplicates.
// Every write of them works and leaves the owner's sentinel as it is.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/model/upgrade.h>
#include <partita/open.h>

namespace partita {
namespace unique_duplicates_test {

namespace pt = partita::model;
using namespace pt::literals;
using ::testing::HasSubstr;

struct Member {
  std::string id = {}, mail = {}, name = {};
};
BOOST_DESCRIBE_STRUCT(Member, (), (id, mail, name))

namespace v1 {
struct MemberE : pt::entity<Member, "MEMBER", pt::key<"M#{id}">> {};
struct Club : pt::table<"club", pt::primary<"PK">, pt::holds<MemberE>> {};
}  // namespace v1
namespace v2 {
struct MemberE : pt::entity<Member, "MEMBER", pt::key<"M#{id}">, pt::unique<"mail">> {};
struct Club : pt::table<"club", pt::primary<"PK">, pt::holds<MemberE>> {};
}  // namespace v2

class UniqueDuplicates : public ::testing::Test {
 protected:
  // Two members have one mail, and the upgrade gives its sentinel to one of them.
  void SetUp() override {
    ASSERT_TRUE(before_.create_table_if_missing().run());
    for (const char* id : {"1", "2"}) before_.create(Member{id, "dup", "x"}).value();
    db_.upgrade().value();
    const auto sentinel = database_->get_item({.table_name = "club", .key = sentinel_key("dup")}).value();
    ASSERT_TRUE(sentinel.item);
    owner_ = sentinel.item->get("owner_PK")->s().substr(2);
    other_ = owner_ == "1" ? "2" : "1";
  }
  static AttributeMap sentinel_key(const std::string& mail) { return {{"PK", "UNIQUE#MEMBER#mail#" + mail}}; }
  std::string owner_of(const std::string& mail) {
    const auto sentinel = database_->get_item({.table_name = "club", .key = sentinel_key(mail)}).value();
    return sentinel.item ? sentinel.item->get("owner_PK")->s() : "nobody";
  }

  std::shared_ptr<Database> database_ = open("", {.in_memory = true}).value();
  pt::db<v1::Club> before_{database_};
  pt::db<v2::Club> db_{database_};
  std::string owner_, other_;
};

TEST_F(UniqueDuplicates, CanBeWrittenInEachWay) {
  using Request = Result<pt::WriteRequest>;
  struct Case {
    const char* what;
    std::function<Request()> make;
    std::optional<std::string> new_mail;
  };
  const std::vector<Case> cases = {
      {"remove", [&] { return db_.request_of(pt::remove<v2::MemberE>("id"_f = other_).read_first()); }, {}},
      {"remove, given",
       [&] { return db_.request_of(pt::remove<v2::MemberE>("id"_f = other_).given("mail"_f = "dup")); },
       {}},
      {"update",
       [&] { return db_.request_of(pt::update<v2::MemberE>("id"_f = other_).set("mail"_f = "new").read_first()); },
       "new"},
      {"update of another member",
       [&] { return db_.request_of(pt::update<v2::MemberE>("id"_f = other_).set("name"_f = "y").read_first()); },
       {}},
      {"replace",
       [&] {
         return db_.request_of(pt::replace(Member{other_, "new", "x"}));
       },
       "new"},
      {"move",
       [&] {
         return db_.request_of(pt::move<v2::MemberE>(Member{"9", "dup", "x"}, "id"_f = other_).read_first());
       },
       {}},
      {"move with a new value",
       [&] {
         return db_.request_of(pt::move<v2::MemberE>(Member{"9", "new", "x"}, "id"_f = other_).read_first());
       },
       "new"},
  };
  for (const Case& one : cases)
    for (const bool in_transaction : {false, true}) {
      const std::string what = one.what + std::string(in_transaction ? " in a transaction" : "");
      for (const char* id : {"1", "2", "9"})
        (void)database_->delete_item({.table_name = "club", .key = AttributeMap{{"PK", "M#" + std::string(id)}}});
      (void)database_->delete_item({.table_name = "club", .key = sentinel_key("new")});
      for (const char* id : {"1", "2"}) before_.replace(Member{id, "dup", "x"}).value();
      const Request request = one.make();
      ASSERT_TRUE(request) << what;
      if (in_transaction) {
        const auto done = db_.transact(std::vector<Request>{request}).run();
        EXPECT_TRUE(done) << what << ": " << done.error().message;
      } else {
        const auto done = pt::write_now(db_.session(), request);
        EXPECT_TRUE(done) << what << ": " << done.error().message;
      }
      EXPECT_EQ(owner_of("dup"), "M#" + owner_) << what << " releases nobody else's sentinel";
      if (one.new_mail) {
        EXPECT_NE(owner_of(*one.new_mail), "nobody") << what;
      }
    }
}

TEST_F(UniqueDuplicates, DoNotMakeTheValueFreeForOthers) {
  const auto done =
      db_.transact(pt::remove<v2::MemberE>("id"_f = other_).read_first(), pt::create(Member{"3", "dup", "x"})).run();
  ASSERT_FALSE(done);
  EXPECT_EQ(owner_of("dup"), "M#" + owner_);
  EXPECT_TRUE(db_.get<v2::MemberE>("id"_f = other_).value()) << "nothing was written";
}

TEST_F(UniqueDuplicates, AreGoneAfterTheRemovalOfOneOfThem) {
  db_.remove<v2::MemberE>("id"_f = other_).read_first().value();
  EXPECT_TRUE(db_.verify().value().findings.empty());
  db_.remove<v2::MemberE>("id"_f = owner_).read_first().value();
  EXPECT_EQ(owner_of("dup"), "nobody");
}

TEST_F(UniqueDuplicates, StillNeedTheGivenValue) {
  const auto done = db_.remove<v2::MemberE>("id"_f = other_).given("mail"_f = "wrong").run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().refusal, Refusal::NotAsGiven);
  EXPECT_THAT(done.error().message, HasSubstr("the field mail does not hold the value given"));
}

}  // namespace unique_duplicates_test
}  // namespace partita
