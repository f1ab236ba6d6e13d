#include "transfer/formats/record_parts.h"

#include "base/base64.h"
#include "value/number.h"

namespace partita::transfer {

void set_fault(Record& out, std::string why) {
  out.kind = Record::Kind::Faulty;
  out.fault = std::move(why);
}

std::string too_long() { return "the record is longer than " + std::to_string(kMostRecordBytes) + " bytes"; }

expected<AttributeValue, std::string> with_declared_type(std::string text, ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::N: {
      if (const auto number = value::Number::parse(text); !number) return unexpected(number.error().message);
      return AttributeValue::number(std::move(text));
    }
    case ScalarAttributeType::B: {
      auto bytes = base::decode_base64(text);
      if (!bytes) return unexpected("the text is not base64: " + text.substr(0, 100));
      return AttributeValue::binary(*std::move(bytes));
    }
    case ScalarAttributeType::S:
      break;
  }
  return AttributeValue(std::move(text));
}

}  // namespace partita::transfer
