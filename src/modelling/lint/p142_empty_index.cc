#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P142{.id = "P142",
                  .severity = Severity::Warning,
                  .title = "An index that no item enters",
                  .why =
                      "An item is in an index if it has all attributes of the index's key. No entity writes one of "
                      "them: it is neither a field nor the attribute of a template.",
                  .cost = "The index stays empty, so a read of it finds no item.",
                  .cure =
                      "Give the entities of the index a template of its key, in their `in`, or take fields as the "
                      "attributes of the key."};

namespace {

// The attributes of the index's key that items of the entity never have.
std::vector<std::string> missing_in(const Entity& entity, const Table& table, const Index& index) {
  std::vector<std::string> written = {table.partition_key, table.sort_key, table.type_attribute};
  for (const Field& field : entity.fields) written.push_back(field.attribute);
  for (const EntityKey& key : entity.indexes)
    for (const Index& other : table.indexes)
      if (other.name == key.index) {
        written.insert(written.end(), other.partition.begin(), other.partition.end());
        written.insert(written.end(), other.sort.begin(), other.sort.end());
      }
  std::vector<std::string> out;
  for (const std::vector<std::string>* part : {&index.partition, &index.sort})
    for (const std::string& attribute : *part)
      if (!base::contains(written, attribute)) out.push_back(attribute);
  return out;
}

// Items of these may have more attributes than their fields say.
bool is_open(const Entity& entity) { return entity.other_attributes || entity.guessed; }

}  // namespace

void check_P142(const Proof& proof, Findings& findings) {
  for (const ProvenTable& proven : proof.tables()) {
    const Table& table = *proven.declared;
    if (table.entities.empty() || std::ranges::any_of(table.entities, is_open)) continue;
    for (const Index& index : table.indexes) {
      if (index.shards) continue;  // the library writes the attribute of the shard
      std::vector<std::string> fewest;
      bool is_entered = false;
      for (const Entity& entity : table.entities) {
        std::vector<std::string> missing = missing_in(entity, table, index);
        is_entered = is_entered || missing.empty();
        if (fewest.empty() || missing.size() < fewest.size()) fewest = std::move(missing);
      }
      if (is_entered) continue;
      findings.add(k_P142, {.place = index.place,
                            .table = table.name,
                            .index = index.name,
                            .message = fmt::format("no entity has the {} {} of the index {}, so no item is in it",
                                                   fewest.size() == 1 ? "attribute" : "attributes",
                                                   fmt::join(fewest, ", "), index.name)});
    }
  }
}

}  // namespace partita::modelling::lint
