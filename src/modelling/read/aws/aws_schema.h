// The parts of the reader of schema.json (the format of AWS's repository generation tool): tables and entities
// (aws_schema_tables.cc), and access patterns (aws_schema_patterns.cc, aws_schema_filters.cc,
// aws_schema_transactions.cc).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/read/reader.h"
#include "modelling/read/tree.h"

namespace partita::modelling::aws_schema {

// The knowledge that the parts of the reader share.
struct SchemaReading {
  Model model = {};
  std::map<std::string, const Node*> entity_nodes = {};  // by the entity's name
  std::map<std::string, Place> pattern_places = {};      // by the pattern's id
  // The fields of the templates that key attributes hold, by the entity's name and the attribute. Only attributes that
  // a field of the file names although a template makes their value.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> composed = {};

  void note(const Place& place, std::string_view what) { model.notes.push_back(located(place, what)); }
};

inline constexpr std::string_view kParameterTypes[] = {"string", "integer", "decimal", "boolean",
                                                       "array",  "object",  "uuid",    "entity"};

// Reads an element of "tables" into the model, without its access patterns.
Result<void> read_table(const Node& node, SchemaReading& reading);

// Reads the access patterns of an entity, which is in the model already.
Result<void> read_patterns(const Node& entity_node, const Table& table, const Entity& entity, SchemaReading& reading);

// Reads an element of "cross_table_access_patterns".
Result<void> read_transaction(const Node& node, SchemaReading& reading);

// Parts that all patterns have: the id, which must be unique, the name and the description.
Result<Pattern> read_pattern_head(const Node& node, SchemaReading& reading);
// Errors: a type that does not exist, an entity that does not exist, two parameters of one name.
Result<std::vector<Parameter>> read_parameters(const Node& node, SchemaReading& reading);
// Fills the pattern's filter. Returns the names of the parameters that it uses.
Result<std::vector<std::string>> read_filter(const Node& node, Pattern& pattern);
// The fields of the primary key, in the order of its templates.
std::vector<std::string> key_fields(const EntityKey& key);
// The fields that parameters other than whole items change in an update of `entity`.
std::vector<std::string> changed_fields(const Pattern& pattern, const Entity& entity, const SchemaReading& reading);
// The fields of the primary key that the pattern's parameters give, by their names.
std::vector<std::string> given_key_fields(const Pattern& pattern, const Entity& entity, const SchemaReading& reading);

}  // namespace partita::modelling::aws_schema
