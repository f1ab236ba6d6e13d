// Fuzz target of the readers of model files. The text is read by the reader that recognizes it, and by the reader that
// the first byte picks. A file that is read must be proven and examined, and a refusal must have a text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "modelling/lint/finding_report.h"
#include "modelling/read/read_model.h"

namespace {

using namespace partita;

void require(bool holds) {
  if (!holds) std::abort();
}

void examine(Result<modelling::Model> model) {
  if (!model) {
    require(!model.error().message.empty());
    return;
  }
  const auto proof = modelling::prove(std::make_shared<const modelling::Model>(*std::move(model)));
  for (const modelling::Refusal& refusal : proof->refusals()) require(refusal.mistake != model::Mistake::None);
  for (const auto& finding : modelling::lint::run(*proof)) require(finding.rule && !finding.message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  examine(modelling::read_model_text(text, "model"));
  if (size == 0) return 0;
  const auto readers = modelling::readers();
  modelling::ReadOptions options;
  options.format = readers[data[0] % readers.size()]->name;
  examine(modelling::read_model_text(text, "model", options));
  return 0;
}
