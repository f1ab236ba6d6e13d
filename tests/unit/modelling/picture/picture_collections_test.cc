// The picture of item collections: its parts, and that they do not overlap.
#include <gtest/gtest.h>

#include "modelling/picture/collections.h"
#include "picture_support.h"

namespace partita::modelling {
namespace picture_collections_test {

using picture_support::Element;
using picture_support::expect_legible;
using picture_support::has_text;
using picture_support::PlacedText;
using picture_support::read_xml;
using picture_support::texts_of;

CollectionsPicture shop() {
  CollectionsPicture picture{.id = "shop",
                             .title = "shop",
                             .subtitle = "the table",
                             .partition_names = {"PK"},
                             .sort_names = {"SK"},
                             .entities = {{"CUSTOMER", 0}, {"ORDER", 1}}};
  for (const std::string customer : {"ada", "bob"}) {
    PicturePartition partition{.key = {{"PK", "CUST#" + customer}}};
    partition.rows.push_back({1, {{"SK", "ORDER#1"}}, {{"cents", "1250"}, {"status", "PAID"}}, "order 1"});
    partition.rows.push_back({0, {{"SK", "PROFILE"}}, {{"name", customer}}, "profile"});
    picture.partitions.push_back(partition);
  }
  return picture;
}

const PlacedText& find(const std::vector<PlacedText>& texts, const std::string& whole) {
  for (const PlacedText& text : texts)
    if (text.whole == whole) return text;
  ADD_FAILURE() << "no text " << whole;
  return texts.front();
}

TEST(CollectionsPicture, ShowsKeysRowsAndAttributesInOrder) {
  const Element svg = read_xml(draw_collections(shop(), SvgUse::File));
  expect_legible(svg);
  EXPECT_EQ(svg.attributes.at("role"), "img");
  const auto texts = texts_of(svg);
  for (const char* text : {"shop", "the table", "CUST#ada", "CUST#bob", "ORDER#1", "PROFILE", "cents", "1250", "PAID"})
    EXPECT_TRUE(has_text(texts, text)) << text;
  EXPECT_LT(find(texts, "CUST#ada").box.y, find(texts, "CUST#bob").box.y);
  EXPECT_LT(find(texts, "ORDER#1").box.y, find(texts, "PROFILE").box.y);
  EXPECT_LT(find(texts, "CUST#ada").box.right(), find(texts, "ORDER#1").box.x);
  EXPECT_LT(find(texts, "ORDER#1").box.right(), find(texts, "1250").box.x);
  EXPECT_DOUBLE_EQ(find(texts, "CUST#ada").box.y, find(texts, "ORDER#1").box.y);
}

TEST(CollectionsPicture, TellsItsContentToReadersWhoDoNotSeeIt) {
  const Element svg = read_xml(draw_collections(shop(), SvgUse::Inline));
  ASSERT_GE(svg.children.size(), 2u);
  EXPECT_EQ(svg.children[0].name, "title");
  EXPECT_EQ(svg.children[0].text, "shop");
  EXPECT_EQ(svg.children[1].name, "desc");
  EXPECT_NE(svg.children[1].text.find("PK CUST#ada, 2 items: ORDER ORDER#1, CUSTOMER PROFILE"), std::string::npos)
      << svg.children[1].text;
  EXPECT_EQ(svg.attributes.at("aria-labelledby"),
            svg.children[0].attributes.at("id") + " " + svg.children[1].attributes.at("id"));
}

TEST(CollectionsPicture, HasTheStyleOnlyInAFile) {
  EXPECT_NE(draw_collections(shop(), SvgUse::File).find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_EQ(draw_collections(shop(), SvgUse::Inline).find("<style>"), std::string::npos);
}

TEST(CollectionsPicture, CutsLongTextsAndCountsWhatIsLeftOut) {
  CollectionsPicture picture = shop();
  PictureRow& row = picture.partitions[0].rows[0];
  const std::string long_text(400, 'x');
  row.sort[0].value = long_text;
  for (int i = 0; i < 30; ++i) row.attributes.push_back({"attribute" + std::to_string(i), long_text});
  picture.partitions[0].more_rows = 12;
  picture.more_partitions = 1;
  picture.title = long_text;
  picture.entities[1].name = long_text;
  const Element svg = read_xml(draw_collections(picture, SvgUse::File));
  expect_legible(svg);
  EXPECT_LE(svg.number("width"), 1130);
  const auto texts = texts_of(svg);
  EXPECT_TRUE(has_text(texts, long_text));
  EXPECT_TRUE(has_text(texts, "… and 12 more items"));
  EXPECT_TRUE(has_text(texts, "… and 1 more item collection"));
  EXPECT_FALSE(has_text(texts, "attribute29"));
}

TEST(CollectionsPicture, StacksKeysOfSeveralAttributes) {
  CollectionsPicture picture = shop();
  picture.partition_names = {"status", "shard"};
  picture.sort_names = {"day", "id"};
  picture.partitions.resize(1);
  picture.partitions[0].key = {{"status", "OPEN"}, {"shard", "3"}};
  picture.partitions[0].rows.resize(1);
  picture.partitions[0].rows[0].sort = {{"day", "2026-01-05"}, {"id", "7"}};
  const Element svg = read_xml(draw_collections(picture, SvgUse::File));
  expect_legible(svg);
  const auto texts = texts_of(svg);
  EXPECT_LT(find(texts, "OPEN").box.y, find(texts, "3").box.y);
  EXPECT_LT(find(texts, "2026-01-05").box.right(), find(texts, "7").box.x);
  EXPECT_DOUBLE_EQ(find(texts, "2026-01-05").box.y, find(texts, "7").box.y);
}

TEST(CollectionsPicture, DrawsTablesWithoutSortKeyAndWithoutItems) {
  CollectionsPicture picture = shop();
  picture.sort_names.clear();
  for (PicturePartition& partition : picture.partitions) {
    partition.rows.resize(1);
    partition.rows[0].sort.clear();
  }
  expect_legible(read_xml(draw_collections(picture, SvgUse::File)));
  picture.partitions.clear();
  const Element empty = read_xml(draw_collections(picture, SvgUse::File));
  expect_legible(empty);
  EXPECT_TRUE(has_text(texts_of(empty), "No example item is in here."));
}

TEST(CollectionsPicture, StaysWellFormedWithHostileNames) {
  for (const std::string hostile :
       {"<script>alert(1)</script>", "\"]]>&amp;'", "a\u202Eb\u2066", "\x01\xff\xfe", "--><!--", "שלום", "日本語"}) {
    CollectionsPicture picture = shop();
    picture.title = picture.subtitle = picture.partition_names[0] = picture.sort_names[0] = hostile;
    picture.entities[0].name = hostile;
    for (PicturePartition& partition : picture.partitions)
      for (PictureRow& row : partition.rows) {
        partition.key[0] = row.sort[0] = {hostile, hostile};
        row.attributes[0] = {hostile, hostile};
        row.whole = hostile;
      }
    const std::string text = draw_collections(picture, SvgUse::File);
    EXPECT_EQ(text.find("<script"), std::string::npos);
    expect_legible(read_xml(text));
  }
}

TEST(CollectionsPicture, DashesTheStripesOfColoursThatRepeat) {
  CollectionsPicture picture = shop();
  EXPECT_EQ(draw_collections(picture, SvgUse::Inline).find("again"), std::string::npos);
  picture.entities[1].colour = 12;
  EXPECT_NE(draw_collections(picture, SvgUse::Inline).find("s0 again"), std::string::npos);
}

}  // namespace picture_collections_test
}  // namespace partita::modelling
