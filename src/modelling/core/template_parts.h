// The parts of key templates, as far as texts show them: "ORDER#{created}#{id:019d}". The template may be wrong. Only
// the proof knows templates exactly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

// A literal, or a field with its formats.
struct TemplatePart {
  std::string literal = {};  // empty for a field
  std::string field = {};
  std::vector<std::string> formats = {};  // "019d", "day", "^ord_" ...

  bool is_field() const { return !field.empty(); }
  // The part has a shard's number and not the field's text.
  bool is_shard() const;
};

// A brace without its partner is a part of a literal.
std::vector<TemplatePart> template_parts(std::string_view text);

// The fields that the primary key has, in the order of its templates, each once. Their values tell an entity's items
// apart.
std::vector<std::string> primary_fields(const Entity& entity);

}  // namespace partita::modelling
