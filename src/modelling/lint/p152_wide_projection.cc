#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P152{
    .id = "P152",
    .severity = Severity::Warning,
    .title = "A projection that nobody needs",
    .why = "The index has all attributes, and each pattern that reads it says that it wants only some of them.",
    .cost = "Every change of the other attributes is written to the index too, and they are stored twice.",
    .cure = "Project only what the patterns want."};

void check_P152(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables())
    for (std::size_t i = 0; i < table.declared->indexes.size(); ++i) {
      const Index& index = table.declared->indexes[i];
      if (index.projection != ProjectionType::All) continue;
      std::set<std::string> wanted;
      std::size_t reads = 0, whole = 0, most_fields = 0;
      for (const ProvenPattern& pattern : proof.patterns()) {
        if (pattern.info.table != table.info || pattern.info.plan.index != model::IndexPosition(i)) continue;
        ++reads;
        whole += pattern.declared->wanted.empty();
        for (const model::EntityInfo* entity : pattern.info.entities) {
          most_fields = std::max(most_fields, entity->fields.size());
          for (const std::string& name : pattern.declared->wanted)
            if (const model::FieldPosition field = entity->field(name); field != model::kNone)
              wanted.insert(std::string(entity->at(field).attribute));
        }
      }
      if (reads == 0 || whole > 0 || wanted.size() >= most_fields) continue;
      findings.add(k_P152, {.place = index.place,
                            .table = table.declared->name,
                            .index = index.name,
                            .message = fmt::format("the patterns on the index {} want only {}", index.name,
                                                   fmt::join(wanted, ", ")),
                            .cure = fmt::format("Say projection: INCLUDE and include: [{}]", fmt::join(wanted, ", "))});
    }
}

}  // namespace partita::modelling::lint
