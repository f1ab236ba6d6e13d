#include <fmt/format.h>
#include <partita/model/detail/projection.h>
#include <partita/model/export_model.h>

namespace partita::model {
namespace {

// The text with Mermaid's entity codes for characters that Mermaid would read as markup.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("#\"<>&|`").find(c) != std::string_view::npos || static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("#{};", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

std::string label(const EntityInfo& entity, const EntityKey& key) {
  std::string text;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes) {
      if (!text.empty()) text += "<br/>";
      text += escaped(attribute.attribute);
      // The template of a natural attribute is the attribute itself.
      if (attribute.value.text != attribute.attribute) text += ' ' + escaped(attribute.value.text);
    }
  if (key.when.field != kNone)
    text += fmt::format("<br/>when {} = {}", escaped(entity.at(key.when.field).name), escaped(key.when.equals));
  if (key.added_later) text += "<br/>added later";
  return text;
}

// The entity's name and the other tags that its items may have.
std::string label(const EntityInfo& entity) {
  std::string text = escaped(entity.name);
  for (const std::string_view alias : entity.aliases) text += "<br/>also " + escaped(alias);
  return text;
}

std::string label(const IndexInfo& index) {
  if (!index.is_vector()) return escaped(index.name);
  return fmt::format("{}<br/>{} of {} dimensions", escaped(index.name), to_text(index.vector.distance),
                     index.vector.dimensions);
}

void write(std::string& out, const TableInfo& table, std::size_t number) {
  out += fmt::format("  T{}[(\"{}\")]\n", number, escaped(table.name));
  for (std::size_t i = 0; i < table.indexes.size(); ++i)
    out += fmt::format("  T{}I{}[/\"{}\"/]\n", number, i, label(table.indexes[i]));
  for (std::size_t i = 0; i < table.entities.size(); ++i) {
    const EntityInfo& entity = *table.entities[i];
    const std::string node = fmt::format("T{}E{}", number, i);
    out += fmt::format("  {}[\"{}\"]\n", node, label(entity));
    out += fmt::format("  {} -->|\"{}\"| T{}\n", node, label(entity, entity.primary), number);
    for (const EntityKey& key : entity.indexes)
      out += fmt::format("  {} -->|\"{}\"| T{}I{}\n", node, label(entity, key), number, key.index.number());
    // A vector index without a partition key has no key of the entity.
    for (const IndexPosition index : table.index_positions())
      if (table.at(index).partition.empty() && detail::has_vectors_in(table, entity, index))
        out += fmt::format("  {} -->|\"{}\"| T{}I{}\n", node, escaped(table.at(index).vector.attribute), number,
                           index.number());
  }
}

}  // namespace

std::string to_mermaid(const ModelInfo& model) {
  std::string out = "flowchart LR\n";
  for (std::size_t i = 0; i < model.tables.size(); ++i) write(out, *model.tables[i], i);
  return out;
}

}  // namespace partita::model
