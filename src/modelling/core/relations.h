// The relations of a model's entities, as their keys and fields show them.
//
// An entity whose primary key has all fields of another one's primary key belongs to that entity: many lines to one
// order. An entity that has these fields outside of its primary key refers to the other one. Two fields are the same if
// they are at the same place of equal key templates, if the model says that one references the other's entity, or if
// they have the same name, which must be more than "id" or "name".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

struct Relation {
  enum class Kind : std::uint8_t {
    Twin,     // the primary keys have the same fields: at most one child for each parent
    Belongs,  // the child's primary key has more fields
    Refers,   // the child's fields have the parent's key
  };
  Kind kind = Kind::Refers;
  const Entity* parent = nullptr;
  const Entity* child = nullptr;
  // Fields of the parent's primary key with the child's fields that hold them. A relation that the model declares may
  // lack some of them.
  std::vector<std::pair<std::string, std::string>> fields = {};
  bool optional = false;  // the child may lack the fields
};

// All relations, in the order of the children, parents with the most fields first. A child relates to a parent more
// than once if it has several fields that reference it. No entity belongs to itself, and the relations Twin and Belongs
// have no cycle.
std::vector<Relation> relations(const Model& model);

// Those that do not follow from others: an order's line belongs to the order's customer because the order does.
std::vector<Relation> direct_relations(const std::vector<Relation>& all);

}  // namespace partita::modelling
