// Pages of large models, of almost empty ones and of wrong ones.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelling/docs/document.h"
#include "modelling/docs/html.h"
#include "modelling/docs/markdown.h"
#include "modelling/docs/mermaid.h"
#include "modelling/read/read_model.h"
#include "picture/picture_support.h"

namespace partita::modelling::docs {
namespace docs_size_test {

using picture_support::expect_legible;
using picture_support::read_xml;
using testing::HasSubstr;

Document describe_text(const std::string& text) {
  auto model = read_model_text(text, "shop.yml");
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return {};
  }
  return describe(prove(std::make_shared<const Model>(std::move(*model))));
}

const CollectionsPicture& collections(const DocPicture& picture) { return std::get<CollectionsPicture>(picture.what); }

std::string large_model(int entities, int indexes, int patterns) {
  std::string text =
      "format: 1\nname: large\ntables:\n  - name: large\n    partition_key: PK\n    sort_key: SK\n    indexes:\n";
  for (int i = 0; i < indexes; ++i)
    text += fmt::format("      - {{name: index_{0}, partition: G{0}PK, sort: G{0}SK}}\n", i);
  text += "    entities:\n";
  for (int i = 0; i < entities; ++i)
    text += fmt::format(
        "      - name: ENTITY_{0}\n        fields: {{tenant: string, e{0}Id: string, e{1}Id: string, status: string}}\n"
        "        key: {{partition: \"T#{{tenant}}\", sort: \"E{0}#{{e{0}Id}}\"}}\n"
        "        in:\n          index_{2}: {{partition: \"S{0}#{{status}}\", sort: \"{{e{0}Id}}\"}}\n",
        i, (i + 1) / 3 == i ? i + 1 : (i + 1) / 3, i % indexes);
  text += "patterns:\n";
  for (int i = 0; i < patterns; ++i)
    text += i % 3 == 2
                ? fmt::format("  - {{name: Change number {}, update: ENTITY_{}, set: [status]}}\n", i, i % entities)
                : fmt::format("  - {{name: Pattern number {}, entities: ENTITY_{}, by: [{}], items: 10}}\n", i,
                              i % entities, i % 3 == 0 ? "status" : "tenant");
  return text;
}

TEST(Docs, DivideALargeModel) {
  const Document document = describe_text(large_model(50, 20, 400));
  EXPECT_EQ(document.entities.size(), 50u);
  std::size_t mapped = 0;
  for (const DocPicture& map : document.maps) {
    const AccessMap& what = std::get<AccessMap>(map.what);
    EXPECT_LE(what.patterns.size(), 40u);
    mapped += what.patterns.size();
  }
  EXPECT_EQ(mapped, 400u);
  const CollectionsPicture& table = collections(document.tables[0].picture);
  EXPECT_EQ(table.entities.size(), 50u);
  for (const DocPicture* picture : document.pictures()) {
    SCOPED_TRACE(picture->file);
    expect_legible(read_xml(draw(*picture, SvgUse::Inline)));
  }
  const std::string html = to_html(document);
  EXPECT_THAT(html, HasSubstr("<summary>Fields and keys</summary>"));
  EXPECT_LT(html.size(), 5'000'000u);
  EXPECT_LT(to_mermaid(std::get<AccessMap>(document.maps[0].what)).size(), 50'000u) << "more than Mermaid draws";
}

TEST(Docs, DescribeModelsThatAreAlmostEmptyOrWrong) {
  for (const char* text :
       {"format: 1\nname: empty\ntables: []\n", "format: 1\nname: bare\ntables:\n  - {name: bare, partition_key: id}\n",
        "format: 1\nname: wrong\ntables:\n  - name: wrong\n    partition_key: PK\n    entities:\n"
        "      - {name: A, fields: {x: map}, key: {partition: \"A#{missing}\"}}\n"
        "patterns:\n  - {name: Of A, entities: A, by: [x]}\n  - {name: Of B, entities: B, by: [x]}\n"}) {
    const Document document = describe_text(text);
    for (const DocPicture* picture : document.pictures()) expect_legible(read_xml(draw(*picture, SvgUse::File)));
    EXPECT_THAT(to_html(document), HasSubstr("</html>"));
    EXPECT_THAT(to_markdown(document, ""), HasSubstr("# "));
    for (const DocPattern& one : document.patterns) EXPECT_NE(one.refused, "") << one.name;
  }
}

}  // namespace docs_size_test
}  // namespace partita::modelling::docs
