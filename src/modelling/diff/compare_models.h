// The consequences of a change from one model to another for tables that are in use.
//
// The steps are those that plan_upgrade() of the model layer gives for tables of the earlier model. The changes are
// those that the steps do not show: fields, enumerators, entities, patterns and settings. Each says whether programs of
// the earlier model can run during the change.
#pragma once

#include <partita/model/upgrade.h>

#include <optional>
#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/cost/prices.h"

namespace partita::modelling::diff {

enum class Safety : std::uint8_t {
  Safe,     // programs of both models run during the step
  Careful,  // they do, in the order or under the condition that `why` says
  Unsafe,   // it breaks programs or loses data, unless no program of the earlier model runs, or a second table is made
};
std::string_view to_text(Safety safety);  // "safe"

// The items of one entity that a step changes.
struct ChangedItems {
  std::string entity = {};
  double share = 0;                   // of the entity's items, as far as samples tell
  std::optional<double> items = {};   // absent if the model does not say how many there are
  std::vector<std::string> set = {};  // attributes
  std::vector<std::string> removed = {};
  double sentinels_to_write = 0;  // for each item of the entity
  double sentinels_to_remove = 0;
};

struct DiffStep {
  model::UpgradeStep step = {};  // `items` is a rounded estimate
  Safety safety = Safety::Safe;
  std::string why = {};
  std::string cure = {};                    // of a step that is not safe
  std::vector<ChangedItems> entities = {};  // of RewriteItems and MoveItems, and the entries of AddIndex
  // Capacity units on the service. Absent if the model does not say how many items there are.
  std::optional<double> write_units = {};
};

struct DiffChange {
  std::string table = {};
  std::string entity = {};  // or empty
  std::string what = {};    // a clause: "the field note is required now"
  Safety safety = Safety::Safe;
  std::string why = {};
  std::string cure = {};
};

struct ModelDiff {
  std::vector<DiffStep> steps = {};  // in the order of an upgrade, one table after the other
  std::vector<DiffChange> changes = {};
  std::vector<std::string> notes = {};  // things that could not be compared, and assumptions
  // Consistent reads of an upgrade, which scans each table once. Absent as in DiffStep.
  std::optional<double> scan_read_units = {};

  bool empty() const { return steps.empty() && changes.empty(); }
  std::size_t count(Safety safety) const;
};

// The earlier model's samples are judged, or `items` made-up ones of each entity without samples.
ModelDiff compare_models(const std::shared_ptr<const Proof>& was, const std::shared_ptr<const Proof>& now,
                         std::size_t items = 24);

}  // namespace partita::modelling::diff
