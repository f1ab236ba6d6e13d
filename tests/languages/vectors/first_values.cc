#include "first_values.h"

#include <array>
#include <utility>

namespace partita::vectors {
namespace {

constexpr std::size_t kMostEntities = 64;
AttributeMap defaults_of_entities[kMostEntities];
template <std::size_t N>
const AttributeMap& defaults_of() {
  return defaults_of_entities[N];
}
using Defaults = const AttributeMap& (*)();
template <std::size_t... N>
constexpr std::array<Defaults, kMostEntities> all_defaults(std::index_sequence<N...>) {
  return {defaults_of<N>...};
}

AttributeValue first_value(const model::FieldInfo& field, modelling::DocumentType document) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return AttributeValue(std::int64_t{0});
    case FieldKind::Bool:
      return AttributeValue(false);
    case FieldKind::Bytes:
      return AttributeValue::binary("");
    case FieldKind::Enum:
      return AttributeValue(std::string(field.enumerators.front().attribute));
    case FieldKind::Document:
      return document == modelling::DocumentType::Map    ? AttributeValue::map()
             : document == modelling::DocumentType::List ? AttributeValue::list()
                                                         : AttributeValue();
    default:
      return AttributeValue("");
  }
}

}  // namespace

void set_first_values(const modelling::Proof& proof) {
  static constexpr auto kAll = all_defaults(std::make_index_sequence<kMostEntities>());
  std::size_t next = 0;
  for (const modelling::ProvenTable& table : proof.tables())
    for (std::size_t e = 0; e < table.declared->entities.size() && next < kMostEntities; ++e) {
      // The proof made the descriptions as variables, and no other object of this program reads them yet.
      auto& entity = const_cast<model::EntityInfo&>(table.info->at(table.positions[e]));
      AttributeMap& defaults = defaults_of_entities[next];
      for (std::size_t f = 0; f < entity.fields.size(); ++f)
        if (entity.fields[f].has_default)
          if (AttributeValue value = first_value(entity.fields[f], table.declared->entities[e].fields[f].document);
              !value.is(AttributeType::None))
            defaults.set(entity.fields[f].attribute, std::move(value));
      if (!defaults.empty()) entity.defaults = kAll[next++];
    }
}

}  // namespace partita::vectors
