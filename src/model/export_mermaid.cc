#include <fmt/format.h>
#include <partita/model/export_model.h>

namespace partita::model {
namespace {

// What Mermaid would read as markup, as its entity codes.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '#' || c == '"' || c == '<' || c == '>' || c == '&' || c == '|')
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
      // A natural attribute is its own template.
      if (attribute.value.text != attribute.attribute) text += ' ' + escaped(attribute.value.text);
    }
  if (key.when.field != kNone)
    text += fmt::format("<br/>when {} = {}", escaped(entity.fields[static_cast<std::size_t>(key.when.field)].name),
                        escaped(key.when.equals));
  if (key.added_later) text += "<br/>added later";
  return text;
}

// The name, with the tags that its items may have besides.
std::string label(const EntityInfo& entity) {
  std::string text = escaped(entity.name);
  for (const std::string_view alias : entity.aliases) text += "<br/>also " + escaped(alias);
  return text;
}

void write(std::string& out, const TableInfo& table, std::size_t number) {
  out += fmt::format("  T{}[(\"{}\")]\n", number, escaped(table.name));
  for (std::size_t i = 0; i < table.indexes.size(); ++i)
    out += fmt::format("  T{}I{}[/\"{}\"/]\n", number, i, escaped(table.indexes[i].name));
  for (std::size_t i = 0; i < table.entities.size(); ++i) {
    const EntityInfo& entity = *table.entities[i];
    const std::string node = fmt::format("T{}E{}", number, i);
    out += fmt::format("  {}[\"{}\"]\n", node, label(entity));
    out += fmt::format("  {} -->|\"{}\"| T{}\n", node, label(entity, entity.primary), number);
    for (const EntityKey& key : entity.indexes)
      out += fmt::format("  {} -->|\"{}\"| T{}I{}\n", node, label(entity, key), number, key.index);
  }
}

}  // namespace

std::string to_mermaid(const ModelInfo& model) {
  std::string out = "flowchart LR\n";
  for (std::size_t i = 0; i < model.tables.size(); ++i) write(out, *model.tables[i], i);
  return out;
}

}  // namespace partita::model
