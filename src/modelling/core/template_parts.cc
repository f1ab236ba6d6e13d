#include "modelling/core/template_parts.h"

#include <algorithm>

#include "base/contains.h"

namespace partita::modelling {
namespace {

TemplatePart field_part(std::string_view inside) {
  const std::size_t colon = inside.find(':');
  TemplatePart part{.field = std::string(inside.substr(0, colon))};
  if (colon == inside.npos) return part;
  std::string_view formats = inside.substr(colon + 1);
  for (std::size_t comma = formats.find(','); comma != formats.npos; comma = formats.find(',')) {
    part.formats.emplace_back(formats.substr(0, comma));
    formats.remove_prefix(comma + 1);
  }
  part.formats.emplace_back(formats);
  return part;
}

}  // namespace

bool TemplatePart::is_shard() const {
  return std::any_of(formats.begin(), formats.end(), [](const std::string& one) { return one.starts_with("shard"); });
}

std::vector<TemplatePart> template_parts(std::string_view text) {
  std::vector<TemplatePart> parts;
  std::string literal;
  const auto end_literal = [&] {
    if (!literal.empty()) parts.push_back({.literal = std::move(literal)});
    literal.clear();
  };
  while (!text.empty()) {
    const std::size_t close = text.find('}');
    if (text.front() != '{' || close == text.npos || close == 1 || text[1] == ':') {
      literal += text.front();
      text.remove_prefix(1);
      continue;
    }
    end_literal();
    parts.push_back(field_part(text.substr(1, close - 1)));
    text.remove_prefix(close + 1);
  }
  end_literal();
  return parts;
}

std::vector<std::string> primary_fields(const Entity& entity) {
  std::vector<std::string> fields;
  for (const auto& templates : {entity.primary.partition, entity.primary.sort})
    for (const std::string& text : templates)
      for (const TemplatePart& part : template_parts(text))
        if (part.is_field() && !part.is_shard() && !base::contains(fields, part.field)) fields.push_back(part.field);
  return fields;
}

}  // namespace partita::modelling
