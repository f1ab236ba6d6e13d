#include <partita/model/runtime/description.h>

namespace partita::model {

std::string_view describe(FieldKind kind) {
  switch (kind) {
    case FieldKind::String:
      return "a string";
    case FieldKind::Bytes:
      return "binary";
    case FieldKind::Integer:
      return "a whole number";
    case FieldKind::Unsigned:
      return "a whole number of at least zero";
    case FieldKind::Double:
      return "a floating-point number";
    case FieldKind::Decimal:
      return "a decimal number";
    case FieldKind::Bool:
      return "a boolean";
    case FieldKind::Enum:
      return "an enumerator";
    case FieldKind::Time:
      return "a time";
    case FieldKind::Date:
      return "a date";
    case FieldKind::Uuid:
      return "a UUID";
    case FieldKind::Ulid:
      return "a ULID";
    case FieldKind::Seconds:
      return "a time in seconds";
    case FieldKind::Document:
      return "a document";
  }
  return "a value";
}

}  // namespace partita::model
