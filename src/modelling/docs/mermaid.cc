#include "modelling/docs/mermaid.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/picture/plain_text.h"

namespace partita::modelling::docs {
namespace {

constexpr std::size_t kFieldsOfBox = 8;

// A type or name of an attribute in an erDiagram, which takes no quotes there.
std::string word(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || (!out.empty() && ((c >= '0' && c <= '9') || c == '_' || c == '-')))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (out.ends_with('_')) out.pop_back();
  return out.empty() ? "field" : out;
}

void write_fields(std::string& out, const DocEntity& entity) {
  std::size_t written = 0;
  for (const bool in_key : {true, false})
    for (const DocField& field : entity.fields) {
      const bool is_key = field.meaning.find("in the primary key") != std::string::npos;
      if (is_key != in_key || (!is_key && field.references.empty()) || written == kFieldsOfBox) continue;
      ++written;
      out += fmt::format("    {} {}{}", word(field.type.substr(0, field.type.find_first_of(":,"))), word(field.name),
                         is_key && !field.references.empty() ? " PK,FK"
                         : is_key                            ? " PK"
                                                             : " FK");
      if (word(field.name) != field.name) out += fmt::format(" \"{}\"", mermaid_text(field.name));
      out += '\n';
    }
}

}  // namespace

std::string mermaid_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
                       c == ',' || c == '.' || c == '_' || c == '-' || c == ':' || c == '/' || c == '=' ||
                       static_cast<unsigned char>(c) >= 0x80;
    out += plain ? std::string(1, c) : fmt::format("#{};", static_cast<int>(c));
  }
  // Mermaid refuses an empty label, and one that begins like a list of Markdown.
  if (out.starts_with('-') || out.starts_with("+")) out.insert(0, "\u2060");
  return out.empty() ? " " : out;
}

std::string to_mermaid(const RelationsPicture& relations, const std::vector<DocEntity>& entities) {
  std::string out = "erDiagram\n";
  for (std::size_t i = 0; i < entities.size(); ++i) {
    out += fmt::format("  E{}[\"{}\"]", i, mermaid_text(entities[i].name));
    std::string fields;
    write_fields(fields, entities[i]);
    out += fields.empty() ? "\n" : fmt::format(" {{\n{}  }}\n", fields);
  }
  for (const RelationEdge& edge : relations.edges)
    out += fmt::format("  E{} {}{}{} E{} : \"{}\"\n", edge.parent, edge.optional ? "|o" : "||",
                       edge.refers ? ".." : "--", edge.many ? "o{" : "o|", edge.child,
                       edge.refers ? "refers"
                       : edge.many ? "has"
                                   : "is");
  return out;
}

std::string to_mermaid(const AccessMap& map) {
  std::string out = "flowchart LR\n";
  for (std::size_t i = 0; i < map.targets.size(); ++i) {
    const MapTarget& target = map.targets[i];
    const std::string label = mermaid_text(target.name) + "<br/>" + mermaid_text(target.note);
    out += target.is_table ? fmt::format("  T{}[(\"{}\")]\n", i, label) : fmt::format("  T{}[/\"{}\"/]\n", i, label);
  }
  bool refused = false;
  for (std::size_t i = 0; i < map.patterns.size(); ++i) {
    const MapPattern& pattern = map.patterns[i];
    refused = refused || !pattern.refused.empty();
    out += fmt::format("  P{}[\"{}\"]{}\n", i, mermaid_text(pattern.name), pattern.refused.empty() ? "" : ":::refused");
    for (const MapAccess& access : pattern.accesses) {
      std::string label = access.items;
      if (!access.units.empty()) label += (label.empty() ? "" : ", ") + access.units;
      out += fmt::format("  P{} {}{} T{}\n", i, pattern.write ? "==>" : "-->",
                         label.empty() ? "" : fmt::format("|\"{}\"|", mermaid_text(label)), access.target);
    }
  }
  // The colours have enough contrast on light and on dark pages, because the boxes have their own ground.
  if (refused) out += "  classDef refused fill:#fff,stroke:#b3261e,color:#b3261e,stroke-dasharray:4 3\n";
  return out;
}

}  // namespace partita::modelling::docs
