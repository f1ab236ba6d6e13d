// pt::parse reads items of streams without a request to a database.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace parse_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;

struct User {
  std::string userId, email;
};
BOOST_DESCRIBE_STRUCT(User, (), (userId, email))
struct Post {
  std::string userId, title;
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(Post, (), (userId, title, number))
struct UserE : pt::entity<User, "USER", pt::key<"USER#{userId}", "A">, pt::unique<"email">> {};
// The number is stored only in the key.
struct PostE : pt::entity<Post, "POST", pt::key<"USER#{userId}", "POST#{number:04d}">, pt::only_in_keys<"number">> {};
// A second entity of the same struct.
struct DraftE : pt::entity<Post, "DRAFT", pt::key<"USER#{userId}", "DRAFT#{number:04d}">> {};
struct Blog : pt::table<"blog", pt::primary<"PK", "SK">, pt::holds<UserE, PostE, DraftE>> {};

static_assert(pt::detail::parsed_position<UserE>(pt::holds<UserE, PostE, DraftE>()) == 1);
static_assert(pt::detail::parsed_position<User>(pt::holds<UserE, PostE, DraftE>()) == 1);
static_assert(pt::detail::parsed_position<DraftE>(pt::holds<UserE, PostE, DraftE>()) == 3);

class ParseItem : public testing::Test {
 protected:
  ParseItem() {
    db.create_table_if_missing().value();
    db.create(User{"U1", "ada@example.org"}).value();
    db.run(pt::create<PostE>({"U1", "Hello", 7})).value();
    db.run(pt::create<DraftE>({"U1", "Later", 8})).value();
  }
  std::vector<partita::Item> items() const { return *db.database().scan({.table_name = "blog"}).value().items; }
  pt::db<Blog> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(ParseItem, every_item_is_its_entitys_struct) {
  int users = 0, posts = 0, drafts = 0, others = 0;
  for (const partita::Item& item : items()) {
    const auto parsed = pt::parse<Blog>(item).value();
    if (const auto* user = std::get_if<1>(&parsed)) {
      ++users;
      EXPECT_EQ(user->email, "ada@example.org");
    } else if (const auto* post = std::get_if<2>(&parsed)) {
      ++posts;
      EXPECT_EQ(post->number, 7);
    } else if (const auto* draft = std::get_if<3>(&parsed)) {
      ++drafts;
      EXPECT_EQ(draft->title, "Later");
    } else {
      ++others;  // the sentinel of the unique email
    }
  }
  EXPECT_EQ(users, 1);
  EXPECT_EQ(posts, 1);
  EXPECT_EQ(drafts, 1);
  EXPECT_EQ(others, 1);
}

TEST_F(ParseItem, what_is_no_entitys_is_monostate_and_what_is_broken_an_error) {
  EXPECT_EQ(pt::parse<Blog>(AttributeMap{{"PK", "X"}, {"SK", "Y"}}).value().index(), 0u);
  EXPECT_EQ(pt::parse<Blog>(AttributeMap{}).value().index(), 0u);
  EXPECT_EQ(pt::parse<Blog>(AttributeMap{{"PK", "USER#U1"}, {"SK", "A"}, {"type", "OTHER"}}).value().index(), 0u);
  const auto broken = pt::parse<Blog>(AttributeMap{{"PK", "USER#U1"}, {"SK", "A"}, {"type", "USER"}, {"userId", "U1"}});
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().message, "USER {PK: \"USER#U1\", SK: \"A\"}: attribute `email` is missing");
}

TEST_F(ParseItem, a_record_has_an_old_and_a_new_image) {
  const auto user = [](const char* email) {
    return AttributeMap{{"PK", "USER#U1"}, {"SK", "A"}, {"type", "USER"}, {"userId", "U1"}, {"email", email}};
  };
  const auto images = pt::parse_images<Blog>(user("old"), user("new")).value();
  EXPECT_EQ(std::get<User>(images.old_image).email, "old");
  EXPECT_EQ(std::get<User>(images.new_image).email, "new");
  EXPECT_EQ(pt::parse_images<Blog>(std::nullopt, user("new")).value().old_image.index(), 0u);
  const AttributeMap broken{{"PK", "USER#U1"}, {"SK", "A"}, {"type", "USER"}, {"userId", "U1"}};
  const std::string why = "USER {PK: \"USER#U1\", SK: \"A\"}: attribute `email` is missing";
  EXPECT_EQ(pt::parse_images<Blog>(broken, user("new")).error().message, "The old image: " + why);
  EXPECT_EQ(pt::parse_images<Blog>(user("old"), broken).error().message, "The new image: " + why);
}

TEST_F(ParseItem, a_lambda_function_reads_its_event) {
  const auto records = pt::read_stream_event(R"({"Records": [
    {"eventID": "e1", "eventName": "MODIFY", "eventSource": "aws:dynamodb", "dynamodb": {
      "ApproximateCreationDateTime": 1479499740, "SequenceNumber": "111", "SizeBytes": 26, "StreamViewType": "NEW_AND_OLD_IMAGES",
      "Keys": {"PK": {"S": "USER#U1"}, "SK": {"S": "POST#0007"}},
      "OldImage": {"PK": {"S": "USER#U1"}, "SK": {"S": "POST#0007"}, "type": {"S": "POST"}, "userId": {"S": "U1"}, "title": {"S": "a"}},
      "NewImage": {"PK": {"S": "USER#U1"}, "SK": {"S": "POST#0007"}, "type": {"S": "POST"}, "userId": {"S": "U1"}, "title": {"S": "b"}}}},
    {"eventName": "REMOVE", "dynamodb": {"Keys": {"PK": {"S": "USER#U1"}, "SK": {"S": "A"}},
      "OldImage": {"PK": {"S": "USER#U1"}, "SK": {"S": "A"}, "type": {"S": "USER"}}}}]})")
                           .value();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].event_id, "e1");
  EXPECT_EQ(records[0].event_name, "MODIFY");
  EXPECT_EQ(records[0].sequence_number, "111");
  EXPECT_EQ(records[0].keys.find("SK")->s(), "POST#0007");
  const auto images = pt::parse_images<Blog>(records[0]).value();
  EXPECT_EQ(std::get<2>(images.old_image).title, "a");
  EXPECT_EQ(std::get<2>(images.new_image).title, "b");
  EXPECT_EQ(std::get<2>(images.new_image).number, 7) << "it lives in the key alone";
  EXPECT_FALSE(pt::parse_images<Blog>(records[1])) << "the record after it would have been read all the same";
}

TEST_F(ParseItem, what_is_no_event_is_an_error) {
  for (const char* json : {"", "{", "[]", "{}", "7", R"({"Records": [7]})", R"({"Records": [{"dynamodb": 1}]})",
                           R"({"dynamodb": {"NewImage": {"a": "b"}}})"})
    EXPECT_FALSE(pt::read_stream_event(json)) << json;
  const auto nested = [](int levels, std::string_view open, std::string_view inner, std::string_view close) {
    std::string value(inner);
    for (int i = 0; i < levels; ++i) value = std::string(open) + value + std::string(close);
    return value;
  };
  const auto image = [](const std::string& value) { return R"({"dynamodb": {"NewImage": {"a": )" + value + "}}}"; };
  for (const std::string& json :
       {std::string(), std::string("{"), std::string("\xff"), image(nested(40, R"({"L": [)", R"({"S": "x"})", "]}")),
        image(nested(5000, R"({"L": [)", R"({"S": "x"})", "]}")), nested(5000, "[", "", "]"), std::string(5000, '[')}) {
    const auto event = pt::read_stream_event(json);
    ASSERT_FALSE(event) << json.substr(0, 100);
    EXPECT_NE(event.error().message, "") << json.substr(0, 100);
  }
  EXPECT_EQ(pt::read_stream_event(R"({"Records": []})").value().size(), 0u);
  EXPECT_EQ(pt::read_stream_event(R"({"dynamodb": {}})").value().size(), 1u);
}

TEST_F(ParseItem, an_event_may_say_that_there_is_no_image_and_have_members_that_nobody_knows) {
  const auto records = pt::read_stream_event(R"({"Records": [
    {"eventName": "INSERT", "awsRegion": "eu-west-1", "userIdentity": null, "dynamodb": {"Keys": {"PK": {"S": "USER#U1"}, "SK": {"S": "A"}},
      "OldImage": null, "NewImage": {"PK": {"S": "USER#U1"}, "SK": {"S": "A"}, "type": {"S": "USER"}, "userId": {"S": "U1"}, "email": {"S": "e"}}}},
    {"eventName": "MODIFY", "dynamodb": {"Keys": {"PK": {"S": "USER#U1"}, "SK": {"S": "A"}}, "StreamViewType": "KEYS_ONLY"}}]})");
  ASSERT_TRUE(records) << records.error().message;
  const auto images = pt::parse_images<Blog>((*records)[0]).value();
  EXPECT_EQ(images.old_image.index(), 0u);
  EXPECT_EQ(std::get<User>(images.new_image).email, "e");
  EXPECT_FALSE((*records)[0].old_image);
  // The record has only the keys, so it has no image.
  EXPECT_FALSE((*records)[1].new_image);
  EXPECT_EQ(pt::parse_images<Blog>((*records)[1]).value().new_image.index(), 0u);
}

TEST_F(ParseItem, images_have_every_type_as_the_wire_spells_it) {
  const auto records = pt::read_stream_event(R"({"dynamodb": {"NewImage": {
    "n": {"N": "1.50"}, "b": {"B": "AAH/"}, "bs": {"BS": ["AQ==", "Ag=="]}, "ns": {"NS": ["1", "2"]}, "null": {"NULL": true},
    "m": {"M": {"a.b": {"BOOL": false}}}, "l": {"L": [{"S": ""}, {"M": {}}]}}}})");
  ASSERT_TRUE(records) << records.error().message;
  const AttributeMap& image = *records->at(0).new_image;
  EXPECT_EQ(image.find("b")->text(), std::string("\0\1\xff", 3));
  EXPECT_EQ(image.find("bs")->set().size(), 2u);
  EXPECT_EQ(image.find("m")->m().find("a.b")->boolean(), false);
  EXPECT_EQ(image.find("l")->l().size(), 2u);
  for (const char* wrong : {R"({"N": 1})", R"({"X": "1"})", R"({})", R"({"S": "a", "N": "1"})", R"({"B": "*"})",
                            R"({"SS": []})", R"({"NULL": false})", R"("a")"})
    EXPECT_FALSE(pt::read_stream_event(std::string(R"({"dynamodb": {"NewImage": {"a": )") + wrong + "}}}")) << wrong;
}

}  // namespace parse_test
