// A request with a text that is not UTF-8 is refused, and the error gives the place of the text.
#include "protocol/json/check_text.h"

#include "unit/protocol/sample.h"

namespace partita::protocol {
namespace check_text_test {

const std::string kBad = "a\xff";

// Changes the text at one place of a request into one that is not UTF-8.
struct Spoiler {
  int place;
  int at = 0;

  template <class T>
  void operator()(std::string_view, T& member, AtMost = {}) {
    spoil(member);
  }
  template <class T>
  void spoil(std::optional<T>& member) {
    if (member) spoil(*member);
  }
  void spoil(std::string& text) {
    if (at++ == place) text = kBad;
  }
  template <class E>
  void spoil(OpenEnum<E>& value) {
    if (at++ == place) value = OpenEnum<E>::from_text(kBad);
  }
  void spoil(bool&) {}
  void spoil(std::int64_t&) {}
  void spoil(double&) {}
  void spoil(AttributeValue& value) {
    for (AttributeValue bad :
         {AttributeValue(kBad), AttributeValue::number(kBad), AttributeValue::string_set({"b", kBad}),
          AttributeValue::number_set({kBad}), AttributeValue::list({1, kBad}),
          AttributeValue::list({AttributeValue::map({{kBad, 1}})})})
      if (at++ == place) value = std::move(bad);
  }
  void spoil(AttributeMap& map) {
    if (at++ == place) map.set(kBad, 1);
    AttributeValue one;
    const int before = at;
    spoil(one);
    if (place >= before && place < at) map.set("note", std::move(one));
  }
  template <class T>
  void spoil(std::vector<T>& list) {
    for (T& one : list) spoil(one);
  }
  template <class Name, class T>
  void spoil(std::pair<Name, T>& pair) {
    if constexpr (!std::is_const_v<Name>) spoil(pair.first);
    spoil(pair.second);
  }
  template <class T>
  void spoil(std::map<std::string, T>& map) {
    for (auto& pair : map) spoil(pair);
    if (at++ == place) map[kBad];
  }
  template <class T>
  void spoil(T& object) {
    fields(*this, object);
  }
};

template <class Request>
void expect_each_text_is_checked() {
  const Request good = sample<Request>();
  ASSERT_TRUE(check_text(good)) << check_text(good).error().message;
  ASSERT_TRUE(check_text(Request{}));
  int places = 1;
  for (int place = 0; place < places; ++place) {
    Request bad = good;
    Spoiler spoiler{place};
    spoiler.spoil(bad);
    places = spoiler.at;
    if (places == 0) break;
    const auto checked = check_text(bad);
    ASSERT_FALSE(checked) << "place " << place;
    EXPECT_EQ(checked.error().code, ErrorCode::ValidationException);
    EXPECT_TRUE(checked.error().message.ends_with(" is not valid UTF-8")) << checked.error().message;
  }
}

#define PARTITA_OPERATION(function, Name) \
  TEST(CheckText, Name) { expect_each_text_is_checked<Name##Request>(); }
#include <partita/operations.def>
#undef PARTITA_OPERATION

TEST(CheckText, the_error_says_where) {
  const auto where = [](const AttributeMap& item) {
    return check_text(PutItemRequest{.table_name = "t", .item = item}).error().message;
  };
  const std::string begin = "One or more parameter values were invalid: ", end = " is not valid UTF-8";
  EXPECT_EQ(where({{"id", "1"}, {"note", kBad}}), begin + "Item.note" + end);
  EXPECT_EQ(where({{kBad, "1"}}), begin + "Item.a\\xff" + end);
  EXPECT_EQ(where({{"m", AttributeValue::map({{"l", AttributeValue::list({"b", AttributeValue::list({kBad})})}})}}),
            begin + "Item.m.l[1][0]" + end);
  EXPECT_EQ(where({{"l", AttributeValue::list({AttributeValue::map({{"m", kBad}})})}}), begin + "Item.l[0].m" + end);
}

TEST(CheckText, the_forms_that_utf_8_has_and_those_that_it_has_not) {
  for (const char* text : {"", "plain", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbf"})
    EXPECT_TRUE(check_text(PutItemRequest{.item = AttributeMap{{"a", text}}})) << text;
  for (const char* text : {"\xc3", "\x80", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "12345678\xff", "\xe2\x82"})
    EXPECT_FALSE(check_text(PutItemRequest{.item = AttributeMap{{"a", text}}})) << text;
}

TEST(CheckText, a_value_that_is_too_deep_is_left_to_the_validators) {
  AttributeValue deep = kBad;
  for (int i = 0; i < 200; ++i) deep = AttributeValue::list({std::move(deep)});
  PutItemRequest request;
  request.item.emplace().set("deep", std::move(deep));
  EXPECT_TRUE(check_text(request));
}

}  // namespace check_text_test
}  // namespace partita::protocol
