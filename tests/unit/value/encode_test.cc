#include "value/encode.h"

#include <gtest/gtest.h>

#include "unit/support/hex.h"

namespace partita::value {
namespace encode_test {

using test::hex;

struct Golden {
  const char* name;
  AttributeValue value;
  const char* bytes;
};

// The vectors of value/FORMAT.md. Bytes on disk never change, so a failure here means a new format version.
const Golden kGolden[] = {
    {"S", AttributeValue("h\xC3\xA9"), "010368c3a9"},
    {"S_empty", AttributeValue(""), "0100"},
    {"N_zero", AttributeValue::number("-0.0"), "0211"},
    {"N_one", AttributeValue::number("1.0"), "02124102"},
    {"N_hundreds", AttributeValue::number("12345.6"), "021243032f5b78"},
    {"N_negative", AttributeValue::number("-1"), "0210befd"},
    {"B", AttributeValue::binary(std::string("\0\xFF", 2)), "030200ff"},
    {"false", AttributeValue::boolean(false), "04"},
    {"true", AttributeValue::boolean(true), "05"},
    {"null", AttributeValue::null(), "06"},
    {"L", AttributeValue::list({"a", AttributeValue::null()}),
     "0705020101"
     "6106"},
    {"L_empty", AttributeValue::list(), "070100"},
    {"M", AttributeValue::map({{"b", true}, {"a", 1}}),
     "080a02"
     "0161"
     "02124102"
     "0162"
     "05"},
    {"SS", AttributeValue::string_set({"b", "a"}),
     "0905020161"
     "0162"},
    {"NS", AttributeValue::number_set({"2", "-1", "1.0"}),
     "0a0a03"
     "10befd"
     "124102"
     "124104"},
    {"BS", AttributeValue::binary_set({"\xFF", "\x01"}),
     "0b05020101"
     "01ff"},
};

TEST(Encode, EveryTypeHasItsGoldenBytes) {
  for (const Golden& golden : kGolden) {
    std::string bytes;
    encode_value(golden.value, bytes);
    EXPECT_EQ(hex(bytes), golden.bytes) << golden.name;
  }
}

TEST(Encode, AnItemIsItsVersionAndItsAttributesByName) {
  EXPECT_EQ(hex(encode_item({})), "0100");
  EXPECT_EQ(hex(encode_item({{"pk", "x"}, {"a", AttributeValue::null()}})),
            "0102016106"
            "02706b010178");
}

}  // namespace encode_test
}  // namespace partita::value
