#include "modelling/docs/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/docs/mermaid.h"
#include "modelling/docs/value_text.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling::docs {
namespace {

constexpr std::size_t kManyPatterns = 60;

// A line for each attribute. "<br>" is the only markup, because texts of the model never keep a '<'.
std::string cells_text(const std::vector<PictureCell>& cells) {
  std::string text;
  for (const PictureCell& cell : cells) {
    if (!text.empty()) text += "<br>";
    if (!cell.name.empty()) text += markdown_text(cell.name) + " = ";
    text += markdown_code(cell.value);
  }
  return text;
}

std::string url_path(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string out;
  for (const char c : path) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kPlain.find(c) != kPlain.npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

class MarkdownPage {
 public:
  MarkdownPage(const Document& document, std::string_view svg_directory)
      : document_(document), svg_directory_(svg_directory) {}

  std::string write() {
    line("# {}\n", markdown_text(document_.title));
    if (!document_.description.empty()) line("{}\n", markdown_text(document_.description));
    line("{}\n", document_.summary);
    contents();
    relations();
    patterns();
    for (const DocTable& table : document_.tables) write(table);
    entities();
    list("Mistakes", "mistakes", document_.mistakes);
    list("Assumptions of the units", "assumptions", document_.assumptions);
    list("Notes", "notes", document_.notes);
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...) + '\n';
  }
  void heading(int level, const std::string& anchor, const std::string& text) {
    line("<a id=\"{}\"></a>\n\n{} {}\n", anchor, std::string(static_cast<std::size_t>(level), '#'), text);
  }
  void row(std::initializer_list<std::string> cells) {
    out_ += '|';
    for (const std::string& cell : cells) out_ += ' ' + cell + " |";
    out_ += '\n';
  }
  void mermaid(const std::string& text) { line("```mermaid\n{}```\n", text); }
  bool picture(const DocPicture& picture) {
    if (svg_directory_.empty()) return false;
    line("![{}]({}/{}.svg)\n", markdown_text(picture.title()), url_path(svg_directory_), picture.file);
    return true;
  }
  enum class Fold { Open, Closed };

  void open(const std::string& summary, Fold fold) {
    line("<details{}>\n<summary>{}</summary>\n", fold == Fold::Open ? " open" : "", summary);
  }
  void close() { line("</details>\n"); }
  void sentences(const std::vector<std::string>& facts) {
    std::string text;
    for (const std::string& fact : facts) text += (text.empty() ? "" : " ") + markdown_text(fact);
    if (!text.empty()) line("{}\n", text);
  }
  void list(const std::string& title, const std::string& anchor, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    heading(2, anchor, title);
    for (const std::string& text : texts) line("- {}", markdown_text(text));
    out_ += '\n';
  }

  void contents() {
    if (document_.relations) line("- [Entities and their relations](#relations)");
    if (!document_.patterns.empty()) line("- [Access patterns](#patterns)");
    for (const DocTable& table : document_.tables) {
      line("- [Table {}](#{})", markdown_text(table.name), table.anchor);
      for (const DocIndex& index : table.indexes)
        line("  - [{} {}](#{})", index.kind, markdown_text(index.name), index.anchor);
    }
    if (!document_.entities.empty()) {
      line("- [Entities](#entities)");
      for (const DocEntity& entity : document_.entities)
        line("  - [{}](#{})", markdown_text(entity.name), entity.anchor);
    }
    if (!document_.mistakes.empty()) line("- [Mistakes](#mistakes)");
    if (!document_.assumptions.empty()) line("- [Assumptions of the units](#assumptions)");
    if (!document_.notes.empty()) line("- [Notes](#notes)");
    out_ += '\n';
  }

  void relations() {
    if (!document_.relations) return;
    heading(2, "relations", "Entities and their relations");
    const auto& what = std::get<RelationsPicture>(document_.relations->what);
    line("{}\n", what.subtitle);
    picture(*document_.relations);
    mermaid(to_mermaid(what, document_.entities));
  }

  // ---- access patterns

  void patterns() {
    if (document_.patterns.empty()) return;
    heading(2, "patterns", "Access patterns");
    line(
        "RU and WU are the read and write request units of one call. The key condition has the names of fields in "
        "place of values.\n");
    const bool has_frequency = std::any_of(document_.patterns.begin(), document_.patterns.end(),
                                           [](const DocPattern& one) { return !one.frequency.empty(); });
    row({"#", "Access pattern", "Reads or writes", "Requests", "Items", "Units", has_frequency ? "Calls" : ""});
    row({"---", "---", "---", "---", "---:", "---:", "---:"});
    for (const DocPattern& one : document_.patterns) {
      std::string what = fmt::format("<a id=\"{}\"></a>**{}**", one.anchor, markdown_text(one.name));
      if (!one.description.empty()) what += "<br>" + markdown_text(one.description);
      if (!one.key_condition.empty()) what += "<br>" + markdown_code(one.key_condition);
      if (!one.refused.empty())
        what += fmt::format("<br>**Refused:** {} {}", markdown_text(one.refused), markdown_text(one.cure));
      row({markdown_text(one.label), what,
           markdown_text(one.entities) + (one.place.empty() ? "" : "<br>" + markdown_text(one.place)),
           one.refused.empty() ? markdown_text(one.requests) : "refused", markdown_text(one.items),
           markdown_text(one.units), markdown_text(one.frequency)});
    }
    out_ += '\n';
    const bool many = document_.patterns.size() > kManyPatterns;
    for (const DocPicture& map : document_.maps) {
      if (document_.maps.size() > 1) open(escaped_markup(map.title()), many ? Fold::Closed : Fold::Open);
      picture(map);
      mermaid(to_mermaid(std::get<AccessMap>(map.what)));
      if (document_.maps.size() > 1) close();
    }
  }

  // ---- tables

  // A table of keys has those of all entities in one place, or those of one entity in all places.
  enum class KeysOf { Place, Entity };

  void keys(const std::vector<DocKey>& keys, KeysOf of) {
    if (keys.empty()) return;
    row({of == KeysOf::Entity ? "Key of" : "Entity", "Templates", "Example", "Condition"});
    row({"---", "---", "---", "---"});
    for (const DocKey& key : keys)
      row({markdown_text(of == KeysOf::Place ? key.entity
                         : key.place.empty() ? "the table"
                                             : key.place),
           cells_text(key.templates), cells_text(key.examples), markdown_text(key.condition)});
    out_ += '\n';
  }

  void users(const std::vector<std::size_t>& patterns) {
    if (patterns.empty()) {
      line("No access pattern uses it.\n");
      return;
    }
    std::string text;
    for (const std::size_t i : patterns)
      text += fmt::format("{}[{}](#{})", text.empty() ? "" : ", ", markdown_text(document_.patterns[i].name),
                          document_.patterns[i].anchor);
    line("Access patterns: {}.\n", text);
  }

  void collections(const DocPicture& drawn) {
    const auto& what = std::get<CollectionsPicture>(drawn.what);
    const bool has_picture = picture(drawn);
    if (what.partitions.empty()) {
      line("There is no example item in it.\n");
      return;
    }
    open("Item collections as a table", has_picture ? Fold::Closed : Fold::Open);
    std::string partition, sort;
    for (const std::string& name : what.partition_names) partition += (partition.empty() ? "" : " + ") + name;
    for (const std::string& name : what.sort_names) sort += (sort.empty() ? "" : " + ") + name;
    row({markdown_text(partition), markdown_text(sort), "Entity", "Attributes"});
    row({"---", "---", "---", "---"});
    for (const PicturePartition& one : what.partitions) {
      for (const PictureRow& item : one.rows)
        row({&item == &one.rows.front() ? values(one.key) : std::string(), values(item.sort),
             markdown_text(what.entities[item.entity].name), cells_text(item.attributes)});
      if (one.more_rows > 0)
        row({"", "", "", "… and " + counted(static_cast<double>(one.more_rows), "more item", "more items")});
    }
    out_ += '\n';
    close();
  }
  static std::string values(const std::vector<PictureCell>& cells) {
    std::string text;
    for (const PictureCell& cell : cells) text += (text.empty() ? "" : "<br>") + markdown_code(cell.value);
    return text;
  }

  void write(const DocTable& table) {
    heading(2, table.anchor, "Table " + markdown_text(table.name));
    sentences(table.facts);
    keys(table.keys, KeysOf::Place);
    users(table.patterns);
    collections(table.picture);
    for (const DocIndex& index : table.indexes) {
      heading(3, index.anchor, markdown_text(index.name));
      sentences({"A " + index.kind + '.'});
      sentences(index.facts);
      keys(index.keys, KeysOf::Place);
      users(index.patterns);
      collections(index.picture);
    }
  }

  // ---- entities

  void entities() {
    if (document_.entities.empty()) return;
    heading(2, "entities", "Entities");
    const bool many = document_.entities.size() > kManyEntities;
    for (const DocEntity& entity : document_.entities) {
      heading(3, entity.anchor, markdown_text(entity.name));
      if (!entity.description.empty()) line("{}\n", markdown_text(entity.description));
      sentences({"In the table " + entity.table + '.'});
      sentences(entity.facts);
      if (many) open("Fields and keys", Fold::Closed);
      row({"Field", "Type", "Meaning", "References", "Attribute"});
      row({"---", "---", "---", "---", "---"});
      for (const DocField& field : entity.fields)
        row({markdown_text(field.name), markdown_text(field.type), markdown_text(field.meaning),
             markdown_text(field.references), markdown_text(field.attribute)});
      out_ += '\n';
      keys(entity.keys, KeysOf::Entity);
      if (many) close();
    }
  }

  const Document& document_;
  std::string_view svg_directory_;
  std::string out_;
};

}  // namespace

std::string to_markdown(const Document& document, std::string_view svg_directory) {
  return MarkdownPage(document, svg_directory).write();
}

}  // namespace partita::modelling::docs
