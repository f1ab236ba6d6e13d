// A flowchart of the keys, in Mermaid's language.
#include "modelling/core/proof.h"
#include "modelling/write/writer.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByMermaid = {Feature::LocalIndexes, Feature::VectorIndexes, Feature::CompositeIndexKeys,
                                     Feature::Entities,     Feature::Aliases,       Feature::Sparse};

Result<std::string> write_mermaid(const std::shared_ptr<const Model>& model, Losses& losses) {
  const auto proof = prove(model);
  for (const ProvenTable& table : proof->tables())
    for (std::size_t i = 0; i < table.positions.size(); ++i)
      if (table.positions[i] == model::kNone)
        losses.push_back("entity " + table.declared->entities[i].name +
                         ": its key cannot be read, so the diagram is without it; partita model lint tells why");
  return model::to_mermaid(proof->info());
}

}  // namespace

extern const Writer k_write_mermaid;
const Writer k_write_mermaid{"mermaid", "Mermaid",      "a diagram of tables, indexes and keys",
                             ".mmd",    kHeldByMermaid, write_mermaid};

}  // namespace partita::modelling
