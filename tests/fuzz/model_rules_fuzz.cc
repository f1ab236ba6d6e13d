// Fuzz target of Partita's own format of models: read, prove, lint, and write again. The written text must be read as
// the same model, with the same findings.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "modelling/lint/finding_report.h"
#include "modelling/read/read_model.h"
#include "modelling/write/write_model.h"

namespace {

using namespace partita;
using modelling::Model;

void require(bool holds, const std::string& what) {
  if (holds) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

Result<Model> read(std::string text) {
  modelling::ReadOptions options;
  options.format = "partita";
  return modelling::read_model_text(std::move(text), "model", options);
}

// The findings without their lines, which differ between two texts of one model.
std::vector<std::string> findings_of(const std::shared_ptr<const Model>& model) {
  std::vector<std::string> out;
  const auto findings = modelling::lint::run(*modelling::prove(model));
  for (const auto& one : findings)
    out.push_back(
        fmt::format("{} {} {} {} {} {}", one.rule->id, one.table, one.index, one.entity, one.pattern, one.message));
  require(!modelling::lint::to_json(findings).empty() && !modelling::lint::to_sarif(findings, "1").empty() &&
              !modelling::lint::to_lines(findings).empty(),
          "a report is empty");
  return out;
}

std::string written(const std::shared_ptr<const Model>& model, const char* format) {
  auto text = modelling::write_model(model, format);
  require(text.has_value(), "the model cannot be written: " + (text ? "" : text.error().message));
  return text ? std::move(text->text) : std::string();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto first = read(std::string(reinterpret_cast<const char*>(data), size));
  if (!first) {
    require(!first.error().message.empty(), "a refusal without a reason");
    return 0;
  }
  const auto model = std::make_shared<const Model>(*std::move(first));
  const std::vector<std::string> findings = findings_of(model);
  // Such a file can be read, so that lint can name its faults, but it cannot be written.
  if (model->tables.empty()) return 0;
  const std::string text = written(model, "yaml");
  for (const char* format : {"yaml", "json"}) {
    auto again = read(written(model, format));
    require(again.has_value(), fmt::format("{} is not read: {}", format, again ? "" : again.error().message));
    const auto same = std::make_shared<const Model>(*std::move(again));
    require(written(same, "yaml") == text, fmt::format("{} is read as another model", format));
    require(findings_of(same).size() == findings.size(), fmt::format("{} has other findings", format));
  }
  return 0;
}
