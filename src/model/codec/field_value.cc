#include "model/codec/field_value.h"

#include <fmt/format.h>
#include <partita/model/value_codec.h>

#include <limits>

#include "model/codec/faults.h"

namespace partita::model {
namespace {

template <class T>
bool reads(const StoredValue& from, Fault& fault) {
  T value{};
  return value_codec<T>::decode(from, &value, fault);
}

bool reads_enumerator(std::span<const EnumeratorInfo> enumerators, const StoredValue& from, Fault& fault) {
  const std::vector<std::int64_t> values(enumerators.size());
  std::int64_t value = 0;
  return detail::decode_enumerator(from, values, enumerators, value, fault);
}

bool reads_field(const FieldInfo& field, const StoredValue& from, Fault& fault) {
  switch (field.kind) {
    case FieldKind::String:
      return reads<std::string>(from, fault);
    case FieldKind::Bytes:
      return reads<bytes>(from, fault);
    case FieldKind::Integer:
      return reads<std::int64_t>(from, fault);
    case FieldKind::Unsigned:
      return reads<std::uint64_t>(from, fault);
    case FieldKind::Double:
      return reads<double>(from, fault);
    case FieldKind::Decimal:
      return reads<decimal>(from, fault);
    case FieldKind::Bool:
      return reads<bool>(from, fault);
    case FieldKind::Enum:
      return reads_enumerator(field.enumerators, from, fault);
    case FieldKind::Time:
      return reads<utc_ms>(from, fault);
    case FieldKind::Date:
      return reads<date>(from, fault);
    case FieldKind::Uuid:
      return reads<uuid>(from, fault);
    case FieldKind::Ulid:
      return reads<ulid>(from, fault);
    case FieldKind::Seconds:
      return reads<epoch_seconds>(from, fault);
    case FieldKind::Document:
      break;
  }
  return true;
}

}  // namespace

bool fits_field(const FieldInfo& field, const AttributeValue& value) {
  Fault fault;
  return reads_field(field, StoredValue(value), fault);
}

std::string fault_of_field(const FieldInfo& field, const AttributeValue& value) {
  Fault fault;
  // A text that a read accepts may still have another form than keys need.
  if (reads_field(field, StoredValue(value), fault))
    fault.text = fmt::format("must be {} in the form in which Partita writes it, but is {}", describe(field.kind),
                             shown(StoredValue(value)));
  return fmt::format("attribute `{}` {}", field.attribute, fault.text);
}

std::string missing_field_text(const FieldInfo& field) {
  return fmt::format("attribute `{}` is missing", field.attribute);
}

}  // namespace partita::model
