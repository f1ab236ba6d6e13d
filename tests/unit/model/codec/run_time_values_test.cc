// Values that only run time knows, at each place at which a call takes a value. Each of them is either meant, or an
// error that names the fault. A value neither ends the program nor is taken for another one.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <cmath>
#include <limits>

namespace partita {
namespace run_time_values_test {

namespace pt = partita::model;
using namespace pt::literals;
using ::testing::HasSubstr;

enum class Kind { TEXT, PICTURE };
BOOST_DESCRIBE_ENUM(Kind, TEXT, PICTURE)

struct Note {
  std::string id = {};
  std::optional<std::string> topic = {};
  Kind kind = Kind::TEXT;
  int rank = 1;
  double weight = 1;
  std::vector<float> vector = {1, 0};
  std::vector<int> parts = {};
  std::set<std::string> tags = {};
  pt::any_value any = {};
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, topic, kind, rank, weight, vector, parts, tags, any))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"N#{id}", "NOTE">,
                          pt::on<"by_topic", "T#{topic}", "{rank:03d}#{id}", pt::sparse>,
                          pt::on<"by_kind", "K#{kind}", "{id}">> {};
struct Notes
    : pt::table<"notes", pt::primary<"PK", "SK">, pt::gsi<"by_topic", "P1", "S1">, pt::gsi<"by_kind", "P2", "S2">,
                pt::vector_index<"by_meaning", "vector", 2, pt::cosine, pt::inline_filters<"topic", "kind">>,
                pt::holds<NoteE>> {};
using ByTopic = pt::pattern<"notes of a topic", NoteE, pt::by<"topic">, pt::oldest<"rank">>;
using ByKind = pt::pattern<"notes of a kind", NoteE, pt::by<"kind">, pt::oldest<"id">>;
using Similar = pt::similar<"similar notes", NoteE>;
using SimilarOfTopic = pt::similar<"similar notes of a topic", NoteE, pt::by<"topic">>;

// The message of the call's error, or "ok".
template <class Call>
std::string outcome(Call call) {
  const auto answer = call.run();
  return answer ? "ok" : answer.error().message;
}
template <class Call>
std::string outcome_of_explain(Call call) {
  const auto answer = call.explain();
  return answer ? "ok" : answer.error().message;
}

class RunTimeValues : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(db_.create_table_if_missing().run());
    db_.create(Note{.id = "1", .topic = "tea"}).value();
    db_.create(Note{.id = "2"}).value();
  }
  struct Case {
    const char* place;
    std::string got;
    const char* expected;
  };
  static void check(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
      EXPECT_THAT(one.got, HasSubstr(one.expected)) << one.place;
      EXPECT_FALSE(one.got.empty()) << one.place;
    }
  }
  auto update() { return db_.update<NoteE>("id"_f = "1"); }

  std::shared_ptr<Database> database_ = open("", {.in_memory = true}).value();
  pt::db<Notes> db_{database_};
  const std::vector<float> near_ = {1, 0};
};

TEST_F(RunTimeValues, AnEmptyOptional) {
  const std::optional<std::string> none;
  check({
      {"query, by", outcome(db_.query<ByTopic>("topic"_f = none)), "its value must be a string"},
      {"count, by", outcome(db_.query<ByTopic>("topic"_f = none).count()), "its value must be a string"},
      {"explain, by", outcome_of_explain(db_.query<ByTopic>("topic"_f = none)), "its value must be a string"},
      {"filter ==", outcome(db_.query<ByKind>("kind"_f = Kind::TEXT).filter("topic"_f == none)), "ok"},
      {"filter !=", outcome(db_.query<ByKind>("kind"_f = Kind::TEXT).filter("topic"_f != none)), "ok"},
      {"filter <", outcome(db_.query<ByKind>("kind"_f = Kind::TEXT).filter("topic"_f < none)),
       "compares with an empty"},
      {"scan, filter", outcome(db_.scan<NoteE>().filter("topic"_f == none)), "ok"},
      {"search, by", outcome(db_.search<SimilarOfTopic>(near_, "topic"_f = none)), "the given one is empty"},
      {"search, filter", outcome(db_.search<Similar>(near_).filter("topic"_f == none)), "its value is empty"},
      {"search, two filters", outcome(db_.search<Similar>(near_).filter("kind"_f == Kind::TEXT && "topic"_f == none)),
       "its value is empty"},
      {"search, explain", outcome_of_explain(db_.search<Similar>(near_).filter("topic"_f == none)),
       "its value is empty"},
      {"given", outcome(db_.update<NoteE>("id"_f = "2").given("topic"_f = none).set("rank"_f = 2)), "ok"},
      {"given of another", outcome(update().given("topic"_f = none).set("rank"_f = 2)),
       "does not hold the value given"},
      {"condition", outcome(update().set("weight"_f = 2.0).when("topic"_f == none)), "the condition was false"},
      {"set", outcome(update().set("topic"_f = none).read_first()), "ok"},
  });
  const auto found = db_.query<ByKind>("kind"_f = Kind::TEXT).filter("topic"_f == none).value();
  EXPECT_EQ(found.items.size(), 2u) << "both are without a topic now";
}

TEST_F(RunTimeValues, AnEmptyTextInAKey) {
  const std::string empty;
  const auto key = pt::key_of<NoteE>("id"_f = empty);
  const auto many = [&] { return std::vector<pt::key_values<NoteE>>{pt::key_of<NoteE>("id"_f = "1"), key}; };
  check({
      {"create", outcome(db_.create(Note{})), "id"},
      {"replace", outcome(db_.replace(Note{})), "it is empty"},
      {"replace_many", outcome(db_.replace_many(std::vector<Note>{{.id = "3"}, {}})), "request 1"},
      {"remove", outcome(db_.remove<NoteE>("id"_f = empty)), "it is empty"},
      {"remove_many", outcome(db_.remove_many<NoteE>(many())), "it is empty"},
      {"update", outcome(db_.update<NoteE>("id"_f = empty).set("weight"_f = 2.0)), "it is empty"},
      {"upsert",
       outcome(db_.upsert<NoteE>("id"_f = empty)
                   .set("kind"_f = Kind::TEXT, "rank"_f = 1, "weight"_f = 1.0, "vector"_f = near_,
                        "parts"_f = std::vector<int>{}, "any"_f = pt::any_value{}, "topic"_f = "x")),
       "it is empty"},
      {"move", outcome(db_.move<NoteE>(Note{}, "id"_f = "1")), "it is empty"},
      {"get", outcome(db_.get<NoteE>("id"_f = empty)), "it is empty"},
      {"get_many", outcome(db_.get_many<NoteE>(many())), "it is empty"},
      {"get_snapshot", outcome(db_.get_snapshot<NoteE>(many())), "it is empty"},
      {"transact", outcome(db_.transact(pt::create(Note{}))), "it is empty"},
      {"query, by", outcome(db_.query<ByTopic>("topic"_f = empty)), "it is empty"},
      {"query, range", outcome(db_.query<ByKind>("kind"_f = Kind::TEXT, "id"_f > empty)), "it is empty"},
      {"set in a key", outcome(update().set("topic"_f = empty).read_first()), "it is empty"},
      {"search, by", outcome(db_.search<SimilarOfTopic>(near_, "topic"_f = empty)), "ok"},
  });
}

TEST_F(RunTimeValues, NumbersThatNoItemCanHold) {
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity(), -1e300}) {
    check({
        {"create", outcome(db_.create(Note{.id = "3", .weight = wrong})), "weight"},
        {"set", outcome(update().set("weight"_f = wrong)), "value"},
        {"increment", outcome(update().increment("weight"_f = wrong)), "value"},
        {"given", outcome(update().given("weight"_f = wrong).set("kind"_f = Kind::TEXT)), "value"},
        {"filter", outcome(db_.scan<NoteE>().filter("weight"_f < wrong)), "value"},
        {"condition", outcome(update().set("kind"_f = Kind::TEXT).when("weight"_f == wrong)), "value"},
    });
    const auto as_float = static_cast<float>(wrong);
    check({{"vector", outcome(db_.create(Note{.id = "3", .vector = {as_float, 0}})), "vector"},
           {"search", outcome(db_.search<Similar>(std::vector<float>{as_float, 0})), "value"}});
  }
  check({
      {"too wide for the key", outcome(db_.create(Note{.id = "3", .topic = "x", .rank = 1234})),
       "has more than 3 digits"},
      {"negative in the key", outcome(db_.create(Note{.id = "3", .topic = "x", .rank = -1})), "is negative"},
      {"range too wide", outcome(db_.query<ByTopic>("topic"_f = "tea", "rank"_f > 1234)), "has more than 3 digits"},
      {"negative range", outcome(db_.query<ByTopic>("topic"_f = "tea", "rank"_f < -1)), "is negative"},
      {"range that ends before it begins", outcome(db_.query<ByTopic>("topic"_f = "tea", "rank"_f.between(3, 2))),
       "ends before it begins"},
      {"set too wide", outcome(update().set("rank"_f = 1234).read_first()), "has more than 3 digits"},
      {"a vector that is too long", outcome(db_.search<Similar>(std::vector<float>{1, 0, 0})), "imension"},
      {"no vector", outcome(db_.search<Similar>(std::vector<float>{})), "ector"},
  });
}

TEST_F(RunTimeValues, EnumeratorsWithoutAName) {
  const auto wrong = static_cast<Kind>(99);
  check({
      {"create", outcome(db_.create(Note{.id = "3", .kind = wrong})), "99"},
      {"query, by", outcome(db_.query<ByKind>("kind"_f = wrong)), "99"},
      {"set", outcome(update().set("kind"_f = wrong)), "99"},
      {"filter", outcome(db_.scan<NoteE>().filter("kind"_f == wrong)), "99"},
      {"search, filter", outcome(db_.search<Similar>(near_).filter("kind"_f == wrong)), "99"},
  });
}

TEST_F(RunTimeValues, ValuesWithoutAType) {
  const pt::any_value none{AttributeValue()};
  const pt::any_value inside{AttributeValue::list({AttributeValue()})};
  pt::changes<NoteE> patch;
  patch.set_named("any", AttributeValue());
  for (const pt::any_value& wrong : {none, inside}) {
    check({
        {"create", outcome(db_.create(Note{.id = "3", .any = wrong})), "without a type"},
        {"replace", outcome(db_.replace(Note{.id = "3", .any = wrong})), "without a type"},
        {"replace_many", outcome(db_.replace_many(std::vector<Note>{{.id = "3", .any = wrong}})), "without a type"},
        {"transact", outcome(db_.transact(pt::create(Note{.id = "3", .any = wrong}))), "without a type"},
        {"set", outcome(update().set("any"_f = wrong)), "without a type"},
        {"given", outcome(update().given("any"_f = wrong).set("weight"_f = 2.0)), "without a type"},
        {"filter", outcome(db_.scan<NoteE>().filter("any"_f == wrong)), "without a type"},
    });
  }
  check({{"set_named", outcome(update().apply(patch)), "required and cannot be removed"}});
}

TEST_F(RunTimeValues, LimitsAndTokens) {
  const auto query = [&] { return db_.query<ByKind>("kind"_f = Kind::TEXT); };
  const std::string of_scan = db_.scan<NoteE>().take(1).value().token.value();
  check({
      {"take 0", outcome(query().take(0)), "take must be at least 1"},
      {"take -1", outcome(query().take(-1)), "take must be at least 1"},
      {"read_at_most", outcome(query().read_at_most(0)), "read_at_most must be at least 1"},
      {"scan, take", outcome(db_.scan<NoteE>().take(0)), "take must be at least 1"},
      {"scan, segments", outcome(db_.scan<NoteE>().segments(0)), "at least one segment"},
      {"top_k 0", outcome(db_.search<Similar>(near_).top_k(0)), "top_k must be from 1 to 100"},
      {"top_k 101", outcome(db_.search<Similar>(near_).top_k(101)), "top_k must be from 1 to 100"},
      {"an empty token", outcome(query().after("")), "does not belong to this read"},
      {"a token that is none", outcome(query().after("x")), "does not belong to this read"},
      {"a token of another read", outcome(query().after(of_scan)), "does not belong to this read"},
      {"a negative element", outcome(update().set("parts"_f[-1] = 1)), "has a negative element"},
  });
  const pt::db<Notes> unsigned_db{database_, {.page_token_keys = {"good", ""}}};
  check({{"query", outcome(unsigned_db.query<ByKind>("kind"_f = Kind::TEXT).take(1)), "has an empty key"},
         {"scan", outcome(unsigned_db.scan<NoteE>().take(1)), "has an empty key"}});
}

TEST_F(RunTimeValues, ASnapshotOfTooManyKeys) {
  std::vector<pt::key_values<NoteE>> keys;
  for (int i = 0; i < 101; ++i) keys.push_back(pt::key_of<NoteE>("id"_f = std::to_string(i)));
  EXPECT_EQ(outcome(db_.get_snapshot<NoteE>(keys)),
            "A snapshot has at most 100 keys, not 101: read them in several snapshots, each of one moment, or with "
            "get_many, which reads any number and not as of one moment");
  keys.back() = keys.front();
  EXPECT_EQ(outcome(db_.get_snapshot<NoteE>(keys)), "ok") << "one key counts once";
}

TEST_F(RunTimeValues, ObjectsThatWereMovedFrom) {
  const auto check_moved = [&](const char* what, auto call) {
    auto other = std::move(call);
    EXPECT_EQ(outcome(std::move(other)), "ok") << what;
    // A call that was moved from may be run by mistake.
    EXPECT_THAT(outcome(std::move(call)), ::testing::Not(::testing::IsEmpty())) << what;
  };
  check_moved("query", db_.query<ByKind>("kind"_f = Kind::TEXT));
  check_moved("count", db_.query<ByKind>("kind"_f = Kind::TEXT).count());
  check_moved("get", db_.get<NoteE>("id"_f = "1"));
  check_moved("get_many", db_.get_many<NoteE>({pt::key_of<NoteE>("id"_f = "1")}));
  check_moved("scan", db_.scan<NoteE>());
  check_moved("search", db_.search<Similar>(near_));
  check_moved("replace", db_.replace(Note{.id = "9"}));
  check_moved("update", update().set("weight"_f = 2.0));
  check_moved("transact", db_.transact(pt::replace(Note{.id = "9"})));
  check_moved("replace_many", db_.replace_many(std::vector<Note>{{.id = "9"}}));
  check_moved("verify", db_.verify());
  auto moved = std::move(db_);
  EXPECT_EQ(outcome(moved.get<NoteE>("id"_f = "1")), "ok");
  EXPECT_EQ(outcome(db_.get<NoteE>("id"_f = "1")), "ok") << "a db is copied";
}

}  // namespace run_time_values_test
}  // namespace partita
