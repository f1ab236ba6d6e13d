// If a user's codec, function or constructor throws, the layer must return an error, because the database's threads
// catch no exceptions.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <future>
#include <stdexcept>

namespace throwing_codec_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;
using testing::HasSubstr;

struct Seal {
  std::string text;
};

}  // namespace throwing_codec_test

template <>
struct partita::model::value_codec<throwing_codec_test::Seal>
    : partita::model::codec_of<partita::model::FieldKind::String> {
  static bool encode(const void* from, AttributeValue& to, Fault&) {
    const std::string& text = static_cast<const throwing_codec_test::Seal*>(from)->text;
    if (text == "unwritable") throw std::runtime_error("no wax");
    to = AttributeValue(text);
    return true;
  }
  static bool decode(const StoredValue& from, void* to, Fault&) {
    if (from.text() == "broken") throw std::runtime_error("broken seal");
    if (from.text() == "odd") throw 5;
    static_cast<throwing_codec_test::Seal*>(to)->text = from.text();
    return true;
  }
};

namespace throwing_codec_test {

struct Inner {
  std::vector<Seal> seals;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (seals))
struct Letter {
  std::string box, id;
  Seal seal;
  Inner inner;
  std::string first;
};
BOOST_DESCRIBE_STRUCT(Letter, (), (box, id, seal, inner, first))

std::string first_of(const std::string& id) {
  return id.size() > 3 ? throw std::runtime_error("too long") : id.substr(0, 1);
}

struct LetterE : pt::entity<Letter, "LETTER", pt::key<"BOX#{box}", "{id}">, pt::computed<"first", first_of, "id">> {};
struct Letters : pt::table<"letters", pt::primary<"PK", "SK">, pt::holds<LetterE>> {};
using InBox = pt::pattern<"The letters in a box", LetterE, pt::by<"box">>;
struct Box {
  std::vector<Letter> letters;
};
using LoadBox = pt::collect<"A box", Box, pt::many<LetterE>, pt::by<"box">>;

class ThrowingCodec : public testing::Test {
 protected:
  ThrowingCodec() {
    db.create_table_if_missing().value();
    db.create(Letter{"1", "a", {"whole"}, {}, {}}).value();
    put("b", "broken");
    put("c", "odd");
  }
  void put(const std::string& id, const std::string& seal) {
    db.database()
        .put_item({.table_name = "letters",
                   .item = AttributeMap{{"PK", "BOX#1"},
                                        {"SK", id},
                                        {"type", "LETTER"},
                                        {"box", "1"},
                                        {"id", id},
                                        {"first", id},
                                        {"seal", seal},
                                        {"inner", AttributeValue::map({{"seals", AttributeValue::list()}})}}})
        .value();
  }
  // The answer of an asynchronous call.
  template <class Call>
  auto answer(Call call) {
    std::promise<partita::Result<typename Call::result_type>> promise;
    call.async([&](partita::Result<typename Call::result_type> result) { promise.set_value(std::move(result)); });
    return promise.get_future().get();
  }

  pt::db<Letters> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(ThrowingCodec, a_read_reports_the_row) {
  const std::string message =
      "LETTER {PK: \"BOX#1\", SK: \"b\"}: attribute `seal` cannot be decoded: its codec threw an exception: broken "
      "seal";
  const auto page = answer(db.query<InBox>("box"_f = "1"));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->items.size(), 1u);
  ASSERT_EQ(page->unreadable.size(), 2u);
  EXPECT_EQ(page->unreadable[0].reason.message, message);
  EXPECT_THAT(page->unreadable[1].reason.message, HasSubstr("its codec threw an exception"));
  EXPECT_EQ(answer(db.get<LetterE>("box"_f = "1", "id"_f = "b")).error().message, message);
  EXPECT_EQ(db.get<LetterE>("box"_f = "1", "id"_f = "b").run().error().message, message);
  EXPECT_EQ(answer(db.load<LoadBox>("box"_f = "1"))->unreadable.size(), 2u);
  EXPECT_EQ(answer(db.scan<LetterE>())->unreadable.size(), 2u);
  EXPECT_EQ(answer(db.get_many<LetterE>({pt::key_of<LetterE>("box"_f = "1", "id"_f = "b")}))->unreadable.size(), 1u);
  EXPECT_EQ(answer(db.verify())->findings.size(), 2u);
}

TEST_F(ThrowingCodec, a_write_is_done_or_refused) {
  EXPECT_THAT(db.create(Letter{"1", "d", {"unwritable"}, {}, {}}).run().error().message,
              HasSubstr("attribute `seal` cannot be encoded: its codec threw an exception: no wax"));
  EXPECT_THAT(db.create(Letter{"1", "d", {"x"}, {{{"unwritable"}}}, {}}).run().error().message, HasSubstr("no wax"));
  const auto update = [&](const char* id) { return db.update<LetterE>("box"_f = "1", "id"_f = id); };
  EXPECT_THAT(update("a").set("seal"_f = Seal{"unwritable"}).run().error().message, HasSubstr("no wax"));
  EXPECT_THAT(answer(db.create(Letter{"1", "long id", {"x"}, {}, {}})).error().message,
              HasSubstr("the field first cannot be computed: its function threw an exception: too long"));
  // The write is done, but its answer cannot be read.
  const auto written = answer(db.run(pt::update<LetterE>("box"_f = "1", "id"_f = "a").set("seal"_f = Seal{"broken"})));
  ASSERT_TRUE(written);
  ASSERT_TRUE(written->unreadable);
  EXPECT_THAT(written->unreadable->message, HasSubstr("broken seal"));
}

}  // namespace throwing_codec_test
