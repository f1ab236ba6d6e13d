#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/docs/describe_parts.h"
#include "modelling/docs/document.h"
#include "modelling/docs/value_text.h"

namespace partita::modelling::docs {
namespace {

std::string summary_of(const Document& document) {
  std::size_t indexes = 0;
  for (const DocTable& table : document.tables) indexes += table.indexes.size();
  const auto refused = std::count_if(document.patterns.begin(), document.patterns.end(),
                                     [](const DocPattern& one) { return !one.refused.empty(); });
  const auto count = [](std::size_t n, const char* one, const char* many) {
    return counted(static_cast<double>(n), one, many);
  };
  std::string text =
      fmt::format("{}, {}, {} and {}", count(document.tables.size(), "table", "tables"),
                  count(indexes, "index", "indexes"), count(document.entities.size(), "entity", "entities"),
                  count(document.patterns.size(), "access pattern", "access patterns"));
  if (refused > 0) text += fmt::format(", of which {} {} refused", refused, refused == 1 ? "is" : "are");
  return text + '.';
}

// Of a model without a name.
std::string title_of(const Document& document) {
  constexpr std::size_t kFewTables = 6;
  std::vector<std::string> names;
  for (const DocTable& table : document.tables) names.push_back(table.name);
  if (names.size() == 1) return names[0];
  return names.empty() || names.size() > kFewTables ? "A data model" : "Data model of " + listed(names);
}

}  // namespace

const std::string& DocPicture::title() const {
  return std::visit([](const auto& one) -> const std::string& { return one.title; }, what);
}

std::string draw(const DocPicture& picture, SvgUse use) {
  struct Draw {
    SvgUse use;
    std::string operator()(const CollectionsPicture& one) const { return draw_collections(one, use); }
    std::string operator()(const RelationsPicture& one) const { return draw_relations(one, use); }
    std::string operator()(const AccessMap& one) const { return draw_access_map(one, use); }
  };
  return std::visit(Draw{use}, picture.what);
}

std::vector<const DocPicture*> Document::pictures() const {
  std::vector<const DocPicture*> all;
  if (relations) all.push_back(&*relations);
  for (const DocPicture& map : maps) all.push_back(&map);
  for (const DocTable& table : tables) {
    all.push_back(&table.picture);
    for (const DocIndex& index : table.indexes) all.push_back(&index.picture);
  }
  return all;
}

Document describe(const std::shared_ptr<const Proof>& proof) {
  const EntityColours colours = colours_of(proof->model());
  const ExampleItems examples = example_items(*proof);
  const Described of{*proof, colours, examples};
  Document document{.title = proof->model().name,
                    .description = proof->model().description,
                    .tables = describe_tables(of),
                    .entities = describe_entities(of),
                    .notes = proof->model().notes};
  if (document.title.empty()) document.title = title_of(document);
  describe_patterns(proof, document);
  if (!document.entities.empty())
    document.relations = {"relations", describe_relations(of, direct_relations(relations(proof->model())))};
  document.maps = describe_maps(document, of);
  document.summary = summary_of(document);
  return document;
}

}  // namespace partita::modelling::docs
