// The parts of a generated package of Go: the types of entities, and the functions of access patterns.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "modelling/cost/access.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/provable.h"
#include "modelling/generate/update_needs.h"
#include "modelling/generate/words.h"

namespace partita::modelling::go {

struct GoOptions {
  std::string source = {};       // the name of the model's file, for the first comment
  std::string package = {};      // the package's name
  std::string import_path = {};  // the path by which programs import it, such as "example.com/app/shop"
  bool has_module = false;       // a go.mod above the package has that path; otherwise the package gets one
};

// A field as generated code names it.
struct GoField {
  const Field* declared = nullptr;
  std::size_t at = 0;         // its position in the entity and the description
  std::string name = {};      // Placed: of the item's struct
  std::string member = {};    // Placed: of the fields, whose functions may have the same names
  std::string type = {};      // time.Time, OrderStatus ..., of a field that is not absent
  std::string codec = {};     // rt.Times, orderStatusEnum ...
  bool is_key = false;        // of the primary key
  bool is_kept = false;       // the library writes it
  bool needs_others = false;  // an update that changes it must know further values
};

// The names and facts of one entity.
struct GoEntity {
  const Table* table = nullptr;
  const Entity* declared = nullptr;
  std::size_t table_at = 0;              // the table's position in the description
  std::string type = {};                 // Order; also the beginning of OrderKey ...
  std::string plural = {};               // Orders: the variable with writes and fields, and the member of the client
  std::string small = {};                // order: the beginning of orderCodec ...
  std::vector<GoField> fields = {};      // those with an attribute
  std::vector<UpdateNeed> needs = {};    // update_needs()
  std::vector<std::string> unique = {};  // the fields of unique values that are not of the key

  bool is_versioned() const { return !declared->version.empty(); }
  // "", "Versioned", "Unique" or "VersionedUnique", for the types of clients and writes.
  std::string variant() const;
  const GoField& field(std::string_view name) const;
};

struct GoModel {
  const Provable* provable = nullptr;
  const ModelUnits* units = nullptr;
  GoOptions options = {};
  std::map<std::pair<std::string, std::string>, GoEntity> entities = {};  // of a table and an entity
  std::map<const Pattern*, std::string> methods = {};                     // OrdersOfACustomer
  // Of batches and reads by keys, which have a function for each of their entities.
  std::map<const Pattern*, std::vector<std::string>> parts = {};
  std::map<const Pattern*, std::string> filters = {};  // of a query whose filters may name a part of the fields
  std::map<const Pattern*, std::string> answers = {};  // the type of a collection or of some fields

  const Model& model() const { return provable->proof->model(); }
  const GoEntity& of(const Table& table, const std::string& entity) const { return entities.at({table.name, entity}); }
  // Of an entity that a pattern names.
  const GoEntity& of(const std::string& entity, const std::string& table) const {
    return of(*model().table_of(entity, table), entity);
  }
};

// Gives all parts their names. `provable` and `units` must outlive the result.
GoModel go_names(const Provable& provable, const ModelUnits& units, const GoOptions& options);

// True if a slice or map is nil if the field is absent; other absent fields are nil pointers.
bool is_nil_if_absent(const GoField& field);
// The type of the field in an item's struct.
std::string go_item_type(const GoField& field);
// The row of the field in an item's struct.
GoRow go_item_row(const GoField& field);
// The function of the library that reads the field of an item.
const char* go_decoder(const GoField& field);

// The enumerations, item, key, codec, and the variable with writes and fields.
std::string go_entity(const GoEntity& entity);
// The fields of the entity for conditions and changes, as a type and the function that makes it, and the functions that
// set fields with the values that they need.
std::string go_fields(const GoEntity& entity);
// The variable of the fields that filters of the type may name: ArticlesFields of ArticlesFilter.
std::string go_filter_variable(const std::string& type);
// Only for conditions, with the phantom type `type`, of the fields `names`.
std::string go_filter_fields(const GoEntity& entity, const std::string& type, const std::vector<std::string>& names);
// The values that an update of these fields must know besides them, as parameters.
struct NeededValues {
  std::vector<std::string> parameters = {};  // "placed rt.Known[time.Time]"
  std::vector<std::string> facts = {};       // "rt.FactOf(orderEntity, 2, rt.Times, placed)"
};
NeededValues go_needed(const GoEntity& entity, const std::vector<std::string>& changed, DistinctNames& parameters);
// A name for a parameter, which no name of the package or of the function is.
std::string go_parameter(std::string_view name, DistinctNames& taken);

// The declarations that a read needs outside of its function, and the functions of a read.
std::string go_answer(const GoModel& model, const ProvenPattern& pattern);
std::string go_read(const GoModel& model, const ProvenPattern& pattern, std::size_t position);
// The function of a write, or those of a batch. Empty if lacks_sentence() is not.
std::string go_write(const GoModel& model, const Pattern& pattern);

// The comment of a pattern's function: its description, its plan, its cost.
std::string go_pattern_doc(const GoModel& model, const Pattern& pattern, const std::string& name,
                           const std::string& plan);

// The description of the model as a literal.
std::string go_description(const Proof& proof);

}  // namespace partita::modelling::go
