// The parts of a generated package: entities, their changes and writers, patterns, and the two clients.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "modelling/cost/access.h"
#include "modelling/generate/provable.h"
#include "modelling/generate/update_needs.h"
#include "modelling/generate/words.h"

namespace partita::modelling::python {

struct PyOptions {
  std::string source = {};  // the name of the model's file, for the first doc string
};

// The names and types of one entity.
struct PyEntity {
  std::string type = {};                                        // Order; also the beginning of OrderKey, OrderInput ...
  std::string property = {};                                    // order: the member of the client
  std::string constant = {};                                    // ORDER_TYPE
  std::map<std::string, std::string> fields = {};               // the member of a field: placed_at
  std::map<std::string, std::string> types = {};                // of each field: int, OrderStatus ...; without None
  std::map<std::string, std::string> enums = {};                // of a field that has an enumeration: OrderStatus
  std::map<std::vector<std::string>, std::string> givens = {};  // the type of the stored values of these fields
  std::map<std::vector<std::string>, std::string> sets = {};    // the type of changes that set all of these fields
};

struct PyModel {
  const Provable* provable = nullptr;
  const ModelUnits* units = nullptr;
  PyOptions options = {};
  std::string client = {};                                                // Shop
  std::map<std::pair<std::string, std::string>, PyEntity> entities = {};  // of a table and an entity
  std::map<const Pattern*, std::string> methods = {};                     // orders_of_a_customer
  // Of batches and reads by keys, which have a method for each of their entities.
  std::map<const Pattern*, std::vector<std::string>> parts = {};
  std::map<const Pattern*, std::string> filters = {};  // the fields that a filter may name
  std::map<const Pattern*, std::string> answers = {};  // the type of a collection or of some fields

  const Model& model() const { return provable->proof->model(); }
  const PyEntity& of(const Table& table, const std::string& entity) const { return entities.at({table.name, entity}); }
  // Of the entity that a pattern or action names.
  const Table& table_of(const std::string& entity, const std::string& table) const;
};

// Gives all parts their names. `provable` and `units` must outlive the result.
PyModel py_names(const Provable& provable, const ModelUnits& units, const PyOptions& options);

// The type with None if items may lack the field.
std::string py_value_type(const PyEntity& entity, const Field& field);
// Whether an update may change the field.
bool py_can_change(const Entity& entity, const Field& field);

// The fields of an entity by the part that they have in updates.
struct PyNeeds {
  std::vector<UpdateNeed> needs = {};
  std::vector<UpdateNeed> unique = {};
  // The fields whose stored values an update must give that sets `set` and changes `changed` in another way, in the
  // order of `fields`.
  std::vector<std::string> must_give(const std::vector<std::string>& set,
                                     const std::vector<std::string>& changed) const;
  std::vector<std::string> fields = {};
};
PyNeeds py_needs(const PyModel& model, const Table& table, const Entity& entity);

// The classes of keys, new items, items and conditions of an entity, for entities.py. `position` is that of the entity
// in its table.
std::string py_entity(const PyModel& model, std::size_t table, std::size_t position);
// The types of its changes, and its writer, for writers.py.
std::string py_writer(const PyModel& model, const Table& table, const Entity& entity);

// The classes and the constant of a read, for patterns.py.
std::string py_pattern(const PyModel& model, const ProvenPattern& pattern, std::size_t position);

// A method of a client, of which the asynchronous form differs in a few words.
enum class PyForm : std::uint8_t { Sync, Async };
std::string py_read(const PyModel& model, const ProvenPattern& pattern, PyForm form);
// Empty if lacks_sentence() is not.
std::string py_write(const PyModel& model, const Pattern& pattern, PyForm form);

// The description as a module.
std::string py_description(const PyModel& model);

// The paragraphs of a pattern's doc string: its description, its plan, its cost.
std::vector<std::string> py_pattern_doc(const PyModel& model, const Pattern& pattern, const std::string& plan);
// Names of constants of a pattern.
std::string py_pattern_constant(const PyModel& model, const Pattern& pattern);
std::string py_members_constant(const PyModel& model, const Pattern& pattern);

}  // namespace partita::modelling::python
