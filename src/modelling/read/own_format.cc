// Partita's own format, in JSON or YAML (docs/model-format.md).
#include "modelling/read/reader.h"

namespace partita::modelling {
namespace {

bool recognizes_own_format(const Source& source) {
  return source.tree && (source.tree->find("format") || source.tree->find("partita")) && source.tree->find("tables") &&
         !source.tree->find("models");
}

Result<Model> read_own_format(const Source&) { return Model{}; }

}  // namespace

extern const Reader k_own_format;
const Reader k_own_format{"partita", "Partita's own format, JSON or YAML", recognizes_own_format, read_own_format};

}  // namespace partita::modelling
