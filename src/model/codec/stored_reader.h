// StoredReader reads encoded values as StoredValues.
#pragma once

#include <partita/model/stored_value.h>

#include "value/wire.h"

namespace partita::model {

class StoredReader {
 public:
  // Takes an encoded value off the front of `in` into `out`, which must be empty. Requires: `in` begins with a value.
  static void take(std::string_view& in, StoredValue& out) {
    using value::wire::Code;
    PARTITA_CHECK(!in.empty());
    const Code code{static_cast<std::uint8_t>(in[0])};
    in.remove_prefix(1);
    out.encoded_ = true;
    out.type_ = value::wire::type_of(code);
    switch (code) {
      case Code::True:
        out.boolean_ = true;
        break;
      case Code::False:
      case Code::Null:
        break;
      case Code::N:
        out.content_ = value::wire::take_number(in);
        break;
      default:
        out.content_ = value::wire::take_sized(in);
    }
  }

  // Takes an element of a set, which is encoded without a type. `type` is S, N or B.
  static StoredValue take_element(AttributeType type, std::string_view& in) {
    StoredValue out;
    out.encoded_ = true;
    out.type_ = type;
    out.content_ = type == AttributeType::N ? value::wire::take_number(in) : value::wire::take_sized(in);
    return out;
  }
};

}  // namespace partita::model
