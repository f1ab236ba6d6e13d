// Fuzz target of the expressions. The first byte picks the grammar, and the rest is the text. A text that parses is
// also evaluated.
//   clang++-16 -std=c++20 -fsanitize=fuzzer,address,undefined ... expression_fuzz.cc
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "expr/parse.h"
#include "value/encode.h"
#include "value/view.h"

namespace {

using partita::AttributeMap;
using partita::AttributeValue;

const partita::OptionalNames kNames =
    std::map<std::string, std::string>{{"#a", "a"}, {"#b", "b"}, {"#l", "l"}, {"#m", "m"}, {"#i", "[0]"}};
const partita::OptionalItem kValues = AttributeMap{{":s", AttributeValue::string("S")},
                                                   {":n", AttributeValue::number("12.50")},
                                                   {":b", AttributeValue::binary("\x01\xff")},
                                                   {":t", AttributeValue::boolean(true)},
                                                   {":z", AttributeValue::null()},
                                                   {":l", AttributeValue::list({AttributeValue::number("1")})},
                                                   {":m", AttributeValue::map({{"a", AttributeValue::string("x")}})},
                                                   {":ss", AttributeValue::string_set({"a", "b"})},
                                                   {":ns", AttributeValue::number_set({"1", "2"})}};
const AttributeMap kItem{{"a", AttributeValue::string("S")},
                         {"b", AttributeValue::number("3")},
                         {"l", AttributeValue::list({AttributeValue::number("1"), *kValues->find(":m")})},
                         {"m", AttributeValue::map({{"a", AttributeValue::list()}, {"b", AttributeValue::null()}})},
                         {"s", AttributeValue::string_set({"a"})}};

void require(bool holds) {
  if (!holds) std::abort();
}

void run(std::uint8_t grammar, std::string_view text) {
  auto expressions = partita::expr::Expressions::make(kNames, kValues);
  require(expressions.has_value());
  static const std::string item_bytes = partita::value::encode_item(kItem);
  const partita::value::ItemView item(item_bytes);
  switch (grammar % 4) {
    case 0:
      if (const auto condition = expressions->condition(text)) {
        condition->matches(item);
        condition->matches(partita::value::MapView());
      }
      break;
    case 1:
      (void)expressions->key_condition(text);
      break;
    case 2:
      if (const auto update = expressions->update(text)) {
        const auto updated = update->apply(kItem);
        if (updated) update->touched(*updated);
      }
      break;
    default:
      if (const auto projection = expressions->projection(text)) {
        std::string out;
        projection->project(item, out);
        require(partita::value::ItemView::check(out));
      }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) run(data[0], std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
