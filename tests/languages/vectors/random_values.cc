#include "random_values.h"

namespace partita::vectors {
namespace {

using model::FieldKind;

constexpr std::string_view kPieces[] = {"a",
                                        "Z",
                                        "0",
                                        "#",
                                        "$",
                                        " ",
                                        "!",
                                        "\"",
                                        "\\",
                                        "/",
                                        "~",
                                        "ü",
                                        "ß",
                                        "€",
                                        "\xf0\x9f\x98\x80",
                                        "\xf0\x90\x80\x80",
                                        "\xef\xbf\xbd",
                                        "\xee\x80\x80",
                                        "\x7f",
                                        "\t",
                                        "\n",
                                        "ORDER#",
                                        "true",
                                        "__proto__"};

}  // namespace

std::string RandomValues::text() {
  std::string out;
  for (std::size_t i = 1 + below(6); i > 0; --i) {
    if (one_in(20))
      out += '\0';
    else
      out += kPieces[below(std::size(kPieces))];
  }
  return out;
}

std::string RandomValues::number() {
  constexpr std::string_view kNumbers[] = {"0",
                                           "1",
                                           "-1",
                                           "9007199254740993",
                                           "-9223372036854775808",
                                           "9223372036854775807",
                                           "0.1",
                                           "-0.001",
                                           "12.5",
                                           "1e-7",
                                           "100000000000000000000",
                                           "12345678901234567890123456789012345678",
                                           "0.00000000000000000000000000000000000001"};
  const std::string_view one = kNumbers[below(std::size(kNumbers))];
  return std::string(one == "1e-7" ? "0.0000001" : one);
}

AttributeValue RandomValues::document(int depth) {
  switch (below(depth > 2 ? 5 : 8)) {
    case 0:
      return AttributeValue(text());
    case 1:
      return AttributeValue::number(number());
    case 2:
      return AttributeValue(one_in(2));
    case 3:
      return AttributeValue::null();
    case 4:
      return AttributeValue::binary(text());
    case 5: {
      AttributeValue::List list;
      for (std::size_t i = below(3); i > 0; --i) list.push_back(document(depth + 1));
      return AttributeValue::list(std::move(list));
    }
    default: {
      AttributeMap map;
      for (std::size_t i = below(3); i > 0; --i) map.set(text(), document(depth + 1));
      return AttributeValue::map(std::move(map));
    }
  }
}

std::optional<AttributeValue> RandomValues::value(const model::FieldInfo& field, const AttributeValue& like) {
  switch (field.kind) {
    case FieldKind::String:
      return like.is(AttributeType::S) ? std::optional(AttributeValue(text())) : std::nullopt;
    case FieldKind::Bytes:
      return AttributeValue::binary(text());
    case FieldKind::Integer:
      return AttributeValue::number(one_in(3) ? std::to_string(static_cast<std::int64_t>(random_()))
                                              : std::to_string(below(1000)));
    case FieldKind::Unsigned:
      return AttributeValue::number(one_in(3) ? std::to_string(random_()) : std::to_string(below(1000)));
    case FieldKind::Double:
      return AttributeValue::number(one_in(2) ? "0.1" : std::to_string(below(1000)) + ".25");
    case FieldKind::Decimal:
      return AttributeValue::number(number());
    case FieldKind::Bool:
      return AttributeValue(one_in(2));
    case FieldKind::Enum:
      return AttributeValue(std::string(field.enumerators[below(field.enumerators.size())].attribute));
    case FieldKind::Document:
      return like.is(AttributeType::M) || like.is(AttributeType::L) ? std::optional(document(0)) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace partita::vectors
