// Members and bases that a description leaves out are found; structs of every shape that are described whole are not
// refused. The functions run at compile time, so that this file proves it by compiling.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

#include <memory>

namespace whole_description_test {

namespace pt = partita::model;
using namespace pt::literals;

template <class S>
constexpr bool whole = pt::detail::describes_all<S>();

// Each type that a member can have, forgotten or not.
template <class M>
struct Described {
  int before = 0;
  M member;
  BOOST_DESCRIBE_CLASS(Described, (), (before, member), (), ())
};
template <class M>
struct Forgotten {
  int before = 0;
  M member;
  BOOST_DESCRIBE_CLASS(Forgotten, (), (before), (), ())
};

struct Point {
  int x = 0, y = 0;
};
BOOST_DESCRIBE_STRUCT(Point, (), (x, y))
enum class Color { RED, BLUE };

template <class... M>
constexpr bool finds_each = ((whole<Described<M>> && !whole<Forgotten<M>>)&&...);
static_assert(finds_each<int, bool, double, std::string, Color, Point, pt::utc_ms, pt::date, pt::uuid, pt::ulid,
                         pt::decimal, pt::bytes, pt::epoch_seconds, pt::any_value, pt::other_attributes>);
static_assert(finds_each<std::optional<int>, std::optional<std::string>, std::vector<std::string>, std::vector<Point>,
                         std::map<std::string, int>, std::set<std::string>, std::array<float, 3>,
                         std::variant<int, std::string>, std::optional<Point>>);
// Types that no codec stores can be forgotten too.
static_assert(!whole<Forgotten<std::unique_ptr<int>>> && !whole<Forgotten<int*>> && !whole<Forgotten<int[4]>>);

struct Base {
  std::string city;
};
BOOST_DESCRIBE_STRUCT(Base, (), (city))
struct Derived : Base {
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(Derived, (Base), (number))
struct BaseForgotten : Base {
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(BaseForgotten, (), (number))
struct HalfBase {
  std::string city, street;
};
BOOST_DESCRIBE_STRUCT(HalfBase, (), (city))
struct OfHalfBase : HalfBase {
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(OfHalfBase, (HalfBase), (number))
static_assert(whole<Derived> && !whole<BaseForgotten> && !whole<OfHalfBase>);

struct OtherOrder {
  std::string text;
  int number = 0;
  static constexpr int kLimit = 3;
  int twice() const { return 2 * number; }
};
BOOST_DESCRIBE_STRUCT(OtherOrder, (), (number, text))
static_assert(whole<OtherOrder>);

// A class with a constructor is compared by its size.
struct WithConstructor {
  WithConstructor() {}
  std::string text, more;
};
BOOST_DESCRIBE_STRUCT(WithConstructor, (), (text, more))
struct ConstructorForgotten {
  ConstructorForgotten() {}
  std::string text, more;
};
BOOST_DESCRIBE_STRUCT(ConstructorForgotten, (), (text))
static_assert(whole<WithConstructor> && !whole<ConstructorForgotten>);

struct Cached {
  std::string id;
  std::string cache;
};
BOOST_DESCRIBE_STRUCT(Cached, (), (id))
struct CachedAndForgotten {
  std::string id, cache, text;
};
BOOST_DESCRIBE_STRUCT(CachedAndForgotten, (), (id))

}  // namespace whole_description_test

template <>
struct partita::model::not_stored<whole_description_test::Cached> {
  static constexpr std::string_view list[] = {"cache"};
};
template <>
struct partita::model::not_stored<whole_description_test::CachedAndForgotten> {
  static constexpr std::string_view list[] = {"cache"};
};

namespace whole_description_test {

static_assert(whole<Cached> && !whole<CachedAndForgotten>);
struct CachedE : pt::entity<Cached, "CACHED", pt::key<"C#{id}">> {};

// More members and enumerators than Boost's own macros take.
#define TEN(prefix) \
  prefix##0, prefix##1, prefix##2, prefix##3, prefix##4, prefix##5, prefix##6, prefix##7, prefix##8, prefix##9
#define HUNDRED(prefix)                                                                                           \
  TEN(prefix##0), TEN(prefix##1), TEN(prefix##2), TEN(prefix##3), TEN(prefix##4), TEN(prefix##5), TEN(prefix##6), \
      TEN(prefix##7), TEN(prefix##8), TEN(prefix##9)
struct Wide {
  std::string id;
  int HUNDRED(a), HUNDRED(b), HUNDRED(c), TEN(d), TEN(e), TEN(f);
};
BOOST_DESCRIBE_STRUCT(Wide, (), (id, HUNDRED(a), HUNDRED(b), HUNDRED(c), TEN(d), TEN(e), TEN(f)))
enum class Many { HUNDRED(m), HUNDRED(n), HUNDRED(o), TEN(p), TEN(q), TEN(r), TEN(s) };
BOOST_DESCRIBE_ENUM(Many, HUNDRED(m), HUNDRED(n), HUNDRED(o), TEN(p), TEN(q), TEN(r), TEN(s))
static_assert(whole<Wide> && pt::member_infos<Wide>.size() == 331);
static_assert(pt::enumerator_infos<Many>.size() == 340 && pt::enumerator_infos<Many>[339].name == "s9");

struct Row {
  std::string id;
  std::optional<int> TEN(a), TEN(b), TEN(c), TEN(d), TEN(e), TEN(f);
  Many many = Many::s9;
};
BOOST_DESCRIBE_STRUCT(Row, (), (id, TEN(a), TEN(b), TEN(c), TEN(d), TEN(e), TEN(f), many))
struct RowE : pt::entity<Row, "ROW", pt::key<"R#{id}">> {};
struct Rows : pt::table<"rows", pt::primary<"PK">, pt::holds<RowE, CachedE>> {};

TEST(WholeDescription, WideStructsAreStored) {
  pt::db<Rows> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  Row row;
  row.id = "1";
  row.f9 = 7;
  db.create(row).value();
  const auto read = db.get<RowE>("id"_f = "1").value();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->f9, 7);
  EXPECT_EQ(read->many, Many::s9);
}

TEST(WholeDescription, AMemberThatIsNotStoredKeepsItsInitialValue) {
  pt::db<Rows> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Cached{"1", "page"}).value();
  EXPECT_EQ(db.get<CachedE>("id"_f = "1").value()->cache, "");
}

}  // namespace whole_description_test
