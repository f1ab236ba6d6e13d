#include <fmt/format.h>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P026{
    .id = "P026",
    .severity = Severity::Error,
    .title = "A definition that the service refuses",
    .why =
        "The file defines the table in a way that DynamoDB does not accept, such as with a definition of an "
        "attribute that no key has. The model, and what is exported from it, lacks what is too much.",
    .cost = "CreateTable fails, and with it the deployment of the file.",
    .cure = "Correct the definition in the file, as the finding says."};

void check_P026(const Proof& proof, Findings& findings) {
  for (const Table& table : proof.model().tables)
    if (!table.refusal.empty())
      findings.add(k_P026, {.place = table.place,
                            .table = table.name,
                            .message = fmt::format("the service refuses the table {}: {}", table.name, table.refusal)});
}

}  // namespace partita::modelling::lint
