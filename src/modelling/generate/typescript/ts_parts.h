// The parts of a generated package: the types of entities, and the methods of access patterns.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "modelling/cost/access.h"
#include "modelling/generate/provable.h"
#include "modelling/generate/words.h"

namespace partita::modelling::typescript {

struct TsOptions {
  std::string source = {};  // the name of the model's file, for the first comment
  bool bigint = false;      // whole numbers are bigint, and not number
};

// The names and types of one entity.
struct TsEntity {
  std::string type = {};                          // Order; also the beginning of OrderKey, OrderInput ...
  std::string property = {};                      // order: the member of the client
  std::map<std::string, std::string> types = {};  // of each field: number, OrderStatus ...; without undefined
  std::map<std::string, std::string> enums = {};  // of a field that has an enumeration: OrderStatus
};

struct TsModel {
  const Provable* provable = nullptr;
  const ModelUnits* units = nullptr;
  TsOptions options = {};
  std::string client = {};                                                // Shop
  std::map<std::pair<std::string, std::string>, TsEntity> entities = {};  // of a table and an entity
  std::map<const Pattern*, std::string> methods = {};                     // ordersOfACustomer
  // Of batches and reads by keys, which have a method for each of their entities.
  std::map<const Pattern*, std::vector<std::string>> parts = {};
  std::map<const Pattern*, std::string> filters = {};  // the type of the fields that a filter may name
  std::map<const Pattern*, std::string> answers = {};  // the type of a collection or of some fields

  const Model& model() const { return provable->proof->model(); }
  const TsEntity& of(const Table& table, const std::string& entity) const { return entities.at({table.name, entity}); }
  // Of the entity that a pattern or action names.
  const Table& table_of(const std::string& entity, const std::string& table) const;
};

// Gives all parts their names. `provable` and `units` must outlive the result.
TsModel ts_names(const Provable& provable, const ModelUnits& units, const TsOptions& options);

// The type of a field as a program reads it, without undefined; of an enumeration the name that `enums` has.
std::string ts_field_type(const TsModel& model, const Table& table, const Entity& entity, const Field& field);
// The names of the fields of an entity's primary key.
std::vector<std::string> ts_key_fields(const Entity& entity);

// The interface, the types of its fields, key, input and changes, and the types for the run time.
std::string ts_entity(const TsModel& model, const ProvenTable& table, const Entity& entity);

// The types of a read's answer, if it needs one of its own, and the methods of a read.
std::string ts_answer(const TsModel& model, const ProvenPattern& pattern);
std::string ts_read(const TsModel& model, const ProvenPattern& pattern, std::size_t position);
// The methods of a write, or of a batch. Empty if lacks_sentence() is not.
std::string ts_write(const TsModel& model, const Pattern& pattern);

// The paragraphs of a pattern's comment: its description, its plan, its cost.
std::vector<std::string> ts_pattern_doc(const TsModel& model, const Pattern& pattern, const std::string& plan);

}  // namespace partita::modelling::typescript
