// The accesses of one call of an access pattern to tables and indexes, in capacity units.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/cost/item_shape.h"

namespace partita::modelling {

// Reads or writes of one kind that a call makes.
struct Access {
  const model::TableInfo* table = nullptr;
  model::IndexPosition index = model::kNone;  // into TableInfo::indexes; kNone: the table
  const model::EntityInfo* entity = nullptr;  // nullptr: all of the table, by a scan
  const model::EntityKey* key = nullptr;      // whose partition key is met; nullptr: a sentinel's, or a scan
  const Pattern* pattern = nullptr;
  const Action* action = nullptr;  // of a write, and of the read before it
  bool write = false;
  double units = 0;  // of one access
  double times = 1;  // the mean number of accesses that a call makes; each meets another partition key
  // The access meets the place at which the item was: it removes an old index entry.
  bool old_entry = false;

  double all_units() const { return units * times; }
};

// The shapes of all items of a model.
class Shapes {
 public:
  // `proof` must outlive the shapes.
  Shapes(const Proof& proof, Assumptions& assumptions);
  // nullptr if no table has the entity, or if its keys could not be read. An empty table means any.
  const ItemShape* find(std::string_view table, std::string_view entity) const;
  const ItemShape* find(const model::EntityInfo& entity) const;
  const std::vector<std::unique_ptr<ItemShape>>& all() const { return shapes_; }

 private:
  std::vector<std::unique_ptr<ItemShape>> shapes_;
};

// The units of a pattern.
struct PatternUnits {
  const Pattern* pattern = nullptr;
  std::string not_priced = {};        // why there are no units, and the fact to say; empty if there are
  std::string how = {};               // "Query by_status, 20 items of 412 bytes"
  std::vector<Access> accesses = {};  // of one call
  bool transaction = false;

  double read_units() const;
  double write_units() const;
};

struct ModelUnits {
  Assumptions assumptions = {};
  std::shared_ptr<const Proof> proof = {};
  std::unique_ptr<Shapes> shapes = {};
  std::vector<PatternUnits> patterns = {};  // in the model's order
};

ModelUnits units_of_model(std::shared_ptr<const Proof> proof);

// Used by units_of_model, one for each group of operations. Each fills `units` or sets its `not_priced`.
void add_read_units(const ProvenPattern& proven, const Shapes& shapes, Assumptions& assumptions, PatternUnits& units);
void add_keyed_read_units(const Pattern& pattern, const Shapes& shapes, PatternUnits& units);
void add_scan_units(const Pattern& pattern, const Shapes& shapes, const Model& model, PatternUnits& units);
void add_write_units(const Pattern& pattern, const Shapes& shapes, Assumptions& assumptions, PatternUnits& units);

}  // namespace partita::modelling
