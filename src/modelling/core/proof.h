// The proof of a model: its declarations as the constants that the planner reads (model/runtime/description.h), the
// plan of each read, and each refusal. The functions that decide are those that stop the compiler for a model in C++
// (include/partita/model/detail), so that a file and a program are refused for the same reasons.
#pragma once

#include <partita/model/detail/mistakes.h>
#include <partita/model/export_model.h>
#include <partita/model/runtime/copies.h>

#include <memory>
#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

// A mistake of the model.
struct Refusal {
  model::Mistake mistake = model::Mistake::None;
  std::string particulars = {};  // which field, template, index ...; no sentence
  std::string table = {};
  std::string entity = {};   // or empty
  std::string pattern = {};  // or empty
  std::string index = {};    // or empty
  std::string copy = {};     // the field that is a copy, if the mistake is of it; or empty
  Place place = {};
};

struct ProvenPattern {
  const Pattern* declared = nullptr;
  // The plan of a read. If it is refused, or does not read by a key or index, `info.table` is nullptr.
  model::PatternInfo info = {};
  bool served() const { return info.table != nullptr; }
};

struct ProvenTable {
  const Table* declared = nullptr;
  // All indexes, and the entities whose keys could be read. Entities with other mistakes are among them.
  const model::TableInfo* info = nullptr;
  // The position in info->entities of each declared entity, or model::kNone.
  std::vector<model::EntityPosition> positions = {};
};

// It refers to the model and owns the descriptions.
class Proof {
 public:
  virtual ~Proof() = default;
  const Model& model() const { return *model_; }
  // For results that refer to parts of the model and may outlive the proof.
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const std::vector<ProvenTable>& tables() const { return tables_; }        // in the model's order
  const std::vector<ProvenPattern>& patterns() const { return patterns_; }  // in the model's order
  const std::vector<Refusal>& refusals() const { return refusals_; }
  // The copies that the library keeps, for declare_copies().
  const std::vector<model::CopyInfo>& copies() const { return copies_; }
  // Both return nullptr if the model has no such table or entity, or if the entity's keys could not be read.
  const ProvenTable* table(std::string_view name) const;
  const model::EntityInfo* entity(std::string_view table, std::string_view name) const;
  // The served reads, for exports of the model layer (to_json, to_mermaid).
  model::ModelInfo info() const;

 protected:
  explicit Proof(std::shared_ptr<const Model> model) : model_(std::move(model)) {}
  std::shared_ptr<const Model> model_;
  std::vector<ProvenTable> tables_;
  std::vector<ProvenPattern> patterns_;
  std::vector<Refusal> refusals_;
  std::vector<model::CopyInfo> copies_;
};

// Never fails: a mistake of the model becomes a refusal.
std::shared_ptr<const Proof> prove(std::shared_ptr<const Model> model);

}  // namespace partita::modelling
