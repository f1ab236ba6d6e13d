// At the end of a version member's range a write is refused, and the version never begins again.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace last_version_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;
using testing::HasSubstr;

template <class Version>
struct Page {
  std::string id, text;
  Version version = {};
  BOOST_DESCRIBE_CLASS(Page, (), (id, text, version), (), ())
};
template <class Version>
struct PageE : pt::entity<Page<Version>, "PAGE", pt::key<"PAGE#{id}">, pt::version<"version">> {};
template <class Version>
struct Pages : pt::table<"pages", pt::primary<"PK">, pt::holds<PageE<Version>>> {};

template <class Version>
class LastVersion : public testing::Test {
 protected:
  using E = PageE<Version>;

  LastVersion() { db.create_table_if_missing().value(); }
  void put(const char* version) {
    db.database()
        .put_item({.table_name = "pages",
                   .item = AttributeMap{{"PK", "PAGE#1"},
                                        {"type", "PAGE"},
                                        {"id", "1"},
                                        {"text", "t"},
                                        {"version", AttributeValue::number(version)}}})
        .value();
  }
  std::string stored() {
    return db.database()
        .get_item({.table_name = "pages", .key = AttributeMap{{"PK", "PAGE#1"}}})
        .value()
        .item->get("version")
        ->n();
  }
  template <class Write>
  std::string refusal(const Write& write) {
    const auto done = write.run();
    return done ? "done" : done.error().message;
  }
  auto item() { return db.replace(Page<Version>{"1", "new", {}}); }
  auto update() { return db.template update<E>("id"_f = "1").set("text"_f = "new"); }

  pt::db<Pages<Version>> db{partita::open("", {.in_memory = true}).value()};
};

using Small = LastVersion<std::int32_t>;
using Wide = LastVersion<std::uint64_t>;

TEST_F(Small, no_write_goes_beyond_what_the_member_holds) {
  const auto end = HasSubstr("no version follows 2147483647, because the member");
  put("2147483646");
  EXPECT_EQ(refusal(update().any_version()), "done");
  EXPECT_THAT(refusal(update().any_version()), end);
  EXPECT_THAT(refusal(update().expect_version(2147483647)), end);
  EXPECT_THAT(refusal(item().any_version()), end);
  EXPECT_THAT(refusal(item().expect_version(2147483647)), end);
  EXPECT_THAT(refusal(db.move<E>(Page<std::int32_t>{"2", "new", {}}, "id"_f = "1").any_version()), end);
  EXPECT_EQ(stored(), "2147483647");
  EXPECT_TRUE(db.get<E>("id"_f = "1").value());
}

TEST_F(Wide, a_version_beyond_all_that_can_be_expected_does_not_start_anew) {
  const auto end = HasSubstr("no version follows 18446744073709551615, because the member");
  put("18446744073709551615");
  EXPECT_THAT(refusal(update().any_version()), end);
  EXPECT_THAT(refusal(item().any_version()), end);
  EXPECT_THAT(refusal(db.move<E>(Page<std::uint64_t>{"2", "new", {}}, "id"_f = "1").any_version()), end);
  EXPECT_EQ(stored(), "18446744073709551615");
}

using Optional = LastVersion<std::optional<std::int64_t>>;
TEST_F(Optional, a_version_may_be_absent) {
  put("7");
  EXPECT_EQ(refusal(update().expect_version(7)), "done");
  EXPECT_EQ(refusal(item().expect_version(8)), "done");
  EXPECT_EQ(db.get<E>("id"_f = "1").value()->version, 9);
}

TEST_F(Optional, a_write_that_reads_first_counts_any_version) {
  put("7");
  EXPECT_EQ(refusal(update().read_first()), "done");
  EXPECT_EQ(stored(), "8");
}

}  // namespace last_version_test
