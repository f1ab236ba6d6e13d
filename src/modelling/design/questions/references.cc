#include "modelling/design/questions/references.h"

#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {

std::vector<std::vector<std::string>> references_between(const Subject& from, const Subject& to) {
  std::vector<std::vector<std::string>> out;
  Fields own;
  for (const Field& field : from.entity.fields) own.push_back(field.name);
  if (from.entity.name != to.entity.name && is_subset(to.identity, own)) out.push_back(to.identity);
  if (to.identity.size() != 1) return out;
  for (const Field& field : from.entity.fields)
    if (field.references == to.entity.name && (out.empty() || field.name != to.identity[0]))
      out.push_back({field.name});
  return out;
}

}  // namespace partita::modelling::design
