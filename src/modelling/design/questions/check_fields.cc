#include "modelling/design/questions/check_fields.h"

#include <fmt/format.h>

#include "modelling/core/nearest.h"

namespace partita::modelling::design {

Result<void> check_field(const Place& place, const Entity& entity, const std::string& name, std::string_view where) {
  if (entity.field(name)) return {};
  std::vector<std::string_view> known;
  for (const Field& field : entity.fields) known.push_back(field.name);
  return fault(place, fmt::format("{} names the field '{}', which {} does not have{}", where, name, entity.name,
                                  did_you_mean(name, known)));
}

Result<void> check_key_field(const Place& place, const Entity& entity, const std::string& name,
                             std::string_view where) {
  PARTITA_TRY(check_field(place, entity, name, where));
  if (name.find_first_of("{}:") == name.npos) return {};
  const std::string& attribute = entity.field(name)->attribute;
  return fault(place,
               fmt::format("{} names the field '{}', and a name with '{{', '}}' or ':' cannot be in the template of "
                           "a key: give the field another name, and keep what it is stored in by "
                           "{{attribute: '{}'}}",
                           where, name, attribute));
}

}  // namespace partita::modelling::design
