#include <fmt/format.h>
#include <partita/model/changes.h>
#include <partita/model/runtime/item_writes.h>

#include "model/codec/guarded.h"

namespace partita::model::detail {

void add_named(std::string_view entity, std::span<const FieldInfo> fields, std::span<const ErasedCodec> codecs,
               std::span<void* const> addresses, std::string_view member, AttributeValue value, PendingChanges& to) {
  const FieldPosition field = find_field(fields, member);
  if (field == kNone || fields[field.number()].attribute.empty())
    return to.note(invalid(fmt::format("{}: there is no field {}", entity, member)));
  const std::size_t at = field.number();
  const Change change{.kind = Change::Kind::Set, .field = field};
  // A required field without a value is refused later, with the whole update.
  if (value.is(AttributeType::None)) return to.add(change, AttributeValue());
  AttributeValue encoded;
  Fault fault;
  if (!decode_guarded(codecs[at], StoredValue(value), addresses[at], fault) ||
      !encode_guarded(codecs[at], addresses[at], encoded, fault))
    return to.note(invalid(fmt::format("{}: the field {}: {}", entity, member, fault_of_value(fault).message)));
  to.add(change, std::move(encoded));
}

}  // namespace partita::model::detail
