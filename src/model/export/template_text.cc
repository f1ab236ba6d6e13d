#include "model/export/template_text.h"

#include <fmt/format.h>

namespace partita::model {
namespace {

std::string part_text(const KeyPart& part, const FieldInfo& field) {
  std::string format;
  switch (part.format) {
    case KeyFormat::Plain:
      break;
    case KeyFormat::Padded:
      format = fmt::format(":{:03}d", part.width);
      break;
    case KeyFormat::SignedPadded:
      format = fmt::format(":s{:03}d", part.width);
      break;
    case KeyFormat::Year:
      format = ":year";
      break;
    case KeyFormat::Month:
      format = ":month";
      break;
    case KeyFormat::Day:
      format = ":day";
      break;
    case KeyFormat::Hour:
      format = ":hour";
      break;
    case KeyFormat::Shard:
      format = fmt::format(":shard{}", part.shards);
      if (part.was_shards > 0) format += fmt::format("was{}", part.was_shards);
      break;
  }
  return fmt::format("{{{}{}}}", field.name, format);
}

}  // namespace

std::string leading_text(const KeyAttribute& key, std::span<const FieldInfo> fields, std::size_t parts) {
  std::string text;
  for (const KeyPart& part : key.value.parts.first(parts))
    text += part.is_field() ? part_text(part, fields[part.field.number()]) : std::string(part.literal);
  return text;
}

}  // namespace partita::model
