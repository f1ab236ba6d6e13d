// The mistakes of a model by the part that they concern, for rooms that work with the other parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::run {

// The rule and its finding: "P100 A pattern that no key serves: ...".
std::string text_of(const lint::Finding& finding);

class RefusedParts {
 public:
  // `proof` must outlive the object.
  explicit RefusedParts(const Proof& proof);

  // The first mistake of the part itself, or nullptr.
  const lint::Finding* of_table(const std::string& table) const;
  const lint::Finding* of_entity(const std::string& table, std::string_view entity) const;
  const lint::Finding* of_pattern(const Pattern& pattern) const;
  // The first mistake of an entity or a table that the pattern needs.
  const lint::Finding* of_parts(const Pattern& pattern) const;
  // The entities with a mistake, or of a table with one. They can have no items, because their keys may be unknown.
  std::vector<const model::EntityInfo*> entities() const;

 private:
  template <class Is>
  const lint::Finding* find(Is is) const;

  const Proof& proof_;
  std::vector<lint::Finding> findings_;
};

}  // namespace partita::modelling::run
