// The parts of the writer of schema.json, of AWS's DynamoDB repository generation tool. modelling/read/aws/aws_schema.h
// reads the same format.
#pragma once

#include <set>
#include <string>

#include "modelling/core/proof.h"
#include "modelling/write/tree.h"
#include "modelling/write/writer.h"

namespace partita::modelling::aws_schema_out {

// The name of the attribute that stores the field. The schema has only one name, and items must stay as they are.
const std::string& name_of(const Field& field);
// The same for the name of a field, or the name itself if there is no such field.
const std::string& name_of(const Entity& entity, const std::string& field);
// The type of a field or a parameter: "string", "integer" ...
std::string_view type_of(const Field& field);

// The access patterns of all entities. A pattern belongs to its first entity.
class Patterns {
 public:
  Patterns(const Proof& proof, Losses& losses);

  // The `access_patterns` of the entity.
  Tree of_entity(const Entity& entity);
  // `cross_table_access_patterns`: the transactions.
  Tree transactions();

 private:
  Tree head(const Pattern& pattern, std::set<std::string>& names);
  std::int64_t next_id(const Pattern& pattern);

  const Proof& proof_;
  Losses& losses_;
  std::set<std::int64_t> ids_;
};

}  // namespace partita::modelling::aws_schema_out
