// The parts of a generated header.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/generate/cpp/cpp_model.h"

namespace partita::modelling {

// The types of a generated header. Two tables may have entities of one name.
struct CppTypes {
  struct OfEntity {
    std::string type = {};                              // Order
    std::string declaration = {};                       // OrderE
    std::map<std::string, std::string> enums = {};      // of a field: OrderStatus, also if another field declares it
    std::map<std::string, std::string> members = {};    // of a field: std::int64_t
    std::map<std::string, std::string> functions = {};  // of a computed field: compute_order_total
  };
  std::map<std::pair<std::string, std::string>, OfEntity> entities = {};  // of a table and an entity
  std::map<std::string, std::string> tables = {};                         // ShopTable

  const OfEntity& of(const Table& table, const std::string& entity) const { return entities.at({table.name, entity}); }
};

// True if the field is an enumeration of its own, and no copy that has the type of another field.
bool declares_enum(const Field& field);
// Names all entities and tables, and gives each field its type.
CppTypes cpp_types(const Model& model, CppNames& names);

// The identifiers of a field's enumerators, in their order.
std::vector<std::string> cpp_enumerators(const Field& field);

// The enumerations, the struct and the declaration of an entity.
std::string cpp_entity(const Model& model, const Table& table, const Entity& entity, const CppTypes& types);
std::string cpp_enums(const Table& table, const Entity& entity, const CppTypes& types);
// The names of the entities that others copy from.
std::string cpp_sources(const Model& model, const CppTypes& types);
// `struct ShopTable : pt::table<...> {};`
std::string cpp_table(const Table& table, const CppTypes& types);

// The declaration of a read and the functions that call it.
std::string cpp_read(const Model& model, const ProvenPattern& pattern, const CppTypes& types, CppNames& names);
// The functions that make a write.
std::string cpp_write(const Model& model, const Pattern& pattern, const CppTypes& types, CppNames& names);

// "pt::entity<A, B, C>" with each argument on a line of its own if they are long.
std::string cpp_arguments(const std::string& head, const std::vector<std::string>& arguments, const std::string& tail,
                          std::size_t indent);
// A comment line; line ends and other control bytes of the text become blanks.
std::string cpp_comment(std::string_view text);

}  // namespace partita::modelling
