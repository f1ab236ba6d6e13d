// The content of pages about a model, and that no name of a model becomes markup.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "modelling/docs/document.h"
#include "modelling/docs/example_items.h"
#include "modelling/docs/html.h"
#include "modelling/docs/markdown.h"
#include "modelling/docs/value_text.h"
#include "modelling/read/read_model.h"
#include "picture/picture_support.h"

namespace partita::modelling::docs {
namespace docs_test {

using picture_support::expect_legible;
using picture_support::read_xml;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kShop = R"(
format: 1
name: shop
description: Orders with their lines.
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK}
      - {name: by_day, partition: GSI2PK, sort: GSI2SK, projection: KEYS_ONLY}
      - {name: unpaid, partition: GSI3PK, sort: GSI3SK}
      - {name: never_read, partition: GSI4PK}
    entities:
      - name: ORDER
        description: What a customer buys.
        count: 1000000
        size_bytes: 400
        fields:
          customer: string
          id: string
          created: time
          status: {enum: [CREATED, PAID]}
          flag: {kind: string, optional: true}
          cents: {kind: integer, description: the price}
          version: integer
        key: {partition: "CUST#{customer}", sort: "ORDER#{id}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{customer}#{id}"}
          by_day: {partition: "DAY#{created:day}#{id:shard4}", sort: "{created}#{customer}#{id}"}
          unpaid: {partition: "UNPAID", sort: "{flag}#{customer}#{id}", sparse: true}
        version: version
      - name: LINE
        count: 3000000
        fields: {customer: string, order: string, id: string, sku: string, quantity: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{order}#LINE#{id}"}
patterns:
  - {name: One order, entities: ORDER, by: [customer, id], consistent: true}
  - {name: By status, entities: ORDER, by: status, newest: created, per_second: 20, items: 20}
  - {name: By status at once, entities: ORDER, by: status, newest: created, items: 100000}
  - {name: Orders of some days, entities: ORDER, buckets: created, newest: created, wanted: [customer, id], items: 10}
  - {name: With lines, entities: [ORDER, LINE], by: [customer, id]}
  - {name: Lines of a SKU, entities: LINE, by: sku}
  - {name: Place, transact: [{create: ORDER}, {create: LINE, items: 3}]}
  - {name: Pay, update: ORDER, set: [status]}
  - {name: Everything, scan: ORDER}
)";

Document describe_text(const std::string& text) {
  auto model = read_model_text(text, "shop.yml");
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return {};
  }
  return describe(prove(std::make_shared<const Model>(std::move(*model))));
}

const DocPattern& pattern(const Document& document, const std::string& name) {
  for (const DocPattern& one : document.patterns)
    if (one.name == name) return one;
  ADD_FAILURE() << "no pattern " << name;
  return document.patterns.front();
}

const CollectionsPicture& collections(const DocPicture& picture) { return std::get<CollectionsPicture>(picture.what); }

TEST(Docs, KeyConditionsHaveOnlyTheGivenAttributesOfASortKey) {
  const Document document = describe_text(R"(format: 1
tables:
  - name: depots
    partition_key: id
    indexes: [{name: by_town, partition: town, sort: [kind, grade]}]
    entities:
      - name: DEPOT
        fields: {id: string, town: string, kind: string, grade: integer}
        key: {partition: "{id}"}
        in: {by_town: {partition: "{town}", sort: ["{kind}", "{grade}"]}}
patterns:
  - {name: Of a kind, entities: DEPOT, by: [town, kind]}
  - {name: Of a grade, entities: DEPOT, by: [town, kind, grade]}
  - {name: Best first, entities: DEPOT, by: [town, kind], newest: grade}
)");
  EXPECT_EQ(pattern(document, "Of a kind").key_condition, "town = {town} AND kind = {kind}");
  EXPECT_EQ(pattern(document, "Of a grade").key_condition, "town = {town} AND kind = {kind} AND grade = {grade}");
  EXPECT_EQ(pattern(document, "Best first").key_condition, "town = {town} AND kind = {kind} AND grade in a range");
}

TEST(Docs, ShowAnItemOfTableAndEntityOnce) {
  auto model = read_model_text(R"(format: 1
tables:
  - name: piers
    partition_key: PK
    samples: [{PK: {S: "PIER#a"}, type: {S: PIER}, pier: {S: a}}]
    entities:
      - {name: PIER, fields: {pier: string}, key: {partition: "PIER#{pier}"}, samples: [{pier: a}, {pier: b}]}
)",
                               "piers.yml");
  ASSERT_TRUE(model) << model.error().message;
  const auto proof = prove(std::make_shared<const Model>(std::move(*model)));
  EXPECT_EQ(example_items(*proof).of.at(&proof->model().tables[0]).size(), 2U);
}

TEST(Docs, TellTheRequestsOfPatterns) {
  const Document document = describe_text(kShop);
  const struct {
    const char *name, *requests, *place;
  } cases[] = {
      {"One order", "one GetItem", "shop"},
      {"By status", "one Query page", "shop / by_status"},
      {"Orders of some days", "4 parallel Queries for each day", "shop / by_day"},
      {"With lines", "Query, page by page", "shop"},
      {"Lines of a SKU", "", "shop"},
      {"Place", "one TransactWriteItems", "shop"},
      {"Pay", "one UpdateItem", "shop"},
      {"Everything", "Scan of all items, page by page", "shop"},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(pattern(document, one.name).requests, one.requests) << one.name;
    EXPECT_EQ(pattern(document, one.name).place, one.place) << one.name;
  }
  EXPECT_TRUE(std::regex_match(pattern(document, "By status at once").requests,
                               std::regex("Query of [4-9][0-9] pages one after the other")))
      << "40 MB of items and the keys of their entries are " << pattern(document, "By status at once").requests;
  EXPECT_EQ(pattern(document, "One order").key_condition, R"(PK = "CUST#{customer}" AND SK = "ORDER#{id}")");
  EXPECT_EQ(pattern(document, "One order").units, "1 RU");
  EXPECT_EQ(pattern(document, "One order").items, "1");
  EXPECT_EQ(pattern(document, "By status").frequency, "20/s");
  EXPECT_THAT(pattern(document, "Pay").units, HasSubstr(" WU"));
}

TEST(Docs, ShowRefusedPatternsAsRefused) {
  const Document document = describe_text(kShop);
  const DocPattern& refused = pattern(document, "Lines of a SKU");
  EXPECT_THAT(refused.refused, HasSubstr("A pattern that needs a Scan: no key or index of entity LINE"));
  EXPECT_THAT(refused.cure, HasSubstr("Add"));
  EXPECT_EQ(refused.units, "");
  EXPECT_THAT(document.summary, HasSubstr("4 indexes, 2 entities and 9 access patterns, of which 1 is refused"));
  EXPECT_THAT(to_html(document), HasSubstr("<b>Refused.</b> A pattern that needs a Scan: no key"));
  EXPECT_THAT(to_markdown(document, ""), HasSubstr("**Refused:** A pattern that needs a Scan: no key"));
  for (const DocPattern& one : document.patterns) EXPECT_EQ(one.refused.empty(), &one != &refused) << one.name;
}

TEST(Docs, DescribeEntitiesWithTheirFieldsAndKeys) {
  const Document document = describe_text(kShop);
  ASSERT_EQ(document.entities.size(), 2u);
  const DocEntity& order = document.entities[0];
  EXPECT_EQ(order.keys.size(), 4u);
  EXPECT_EQ(order.fields[0].meaning, "in the primary key; in the key of by_status, by_day and unpaid");
  EXPECT_EQ(order.fields[3].type, "enum: CREATED, PAID");
  EXPECT_EQ(order.fields[4].type, "string, optional");
  EXPECT_EQ(order.fields[5].meaning, "the price");
  EXPECT_EQ(order.fields[6].meaning, "counts the writes of the item");
  EXPECT_EQ(order.keys[3].condition, "only with flag");
  EXPECT_EQ(document.entities[1].fields[1].references, "ORDER.id");
  for (const DocKey& key : order.keys) {
    EXPECT_EQ(key.examples.size(), key.templates.size()) << key.place;
    EXPECT_EQ(key.examples[0].value.find('{'), std::string::npos) << key.examples[0].value;
  }
}

TEST(Docs, DrawRowsInTheOrderOfTheirKeys) {
  const Document document = describe_text(kShop);
  const CollectionsPicture& table = collections(document.tables[0].picture);
  ASSERT_FALSE(table.partitions.empty());
  bool both = false;
  for (const PicturePartition& partition : table.partitions) {
    std::vector<std::string> keys;
    std::set<std::size_t> entities;
    for (const PictureRow& row : partition.rows) {
      keys.push_back(row.sort[0].value);
      entities.insert(row.entity);
    }
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    both = both || entities.size() == 2;
  }
  EXPECT_TRUE(both) << "no collection has an order with its lines";
}

TEST(Docs, DrawOnlyTheItemsThatAnIndexHolds) {
  const Document document = describe_text(kShop);
  const auto& indexes = document.tables[0].indexes;
  const auto rows = [&](std::size_t index) {
    std::size_t count = 0;
    for (const PicturePartition& one : collections(indexes[index].picture).partitions)
      count += one.rows.size() + one.more_rows;
    return count;
  };
  EXPECT_EQ(rows(0), 6u);
  EXPECT_EQ(rows(2), 4u) << "two of six orders have no flag";
  EXPECT_EQ(rows(3), 0u);
  EXPECT_THAT(collections(indexes[0].picture).entities, testing::SizeIs(1));
  // Projection KEYS_ONLY: the keys of the table and of the index.
  for (const PicturePartition& one : collections(indexes[1].picture).partitions)
    for (const PictureRow& row : one.rows) EXPECT_EQ(row.attributes.size(), 2u);
  EXPECT_THAT(indexes[2].facts, testing::Contains("ORDER is in it only with flag."));
  EXPECT_THAT(indexes[3].patterns, IsEmpty());
}

TEST(Docs, SortNumbersAsNumbers) {
  const Document document = describe_text(R"(
format: 1
name: scores
tables:
  - name: scores
    partition_key: game
    sort_key: points
    type_attribute: null
    entities:
      - name: SCORE
        fields: {game: string, points: integer}
        key: {partition: "{game}", sort: "{points}"}
        samples:
          - {game: go, points: 100}
          - {game: go, points: 9}
          - {game: go, points: -3}
)");
  std::vector<std::string> points;
  for (const PictureRow& row : collections(document.tables[0].picture).partitions.at(0).rows)
    points.push_back(row.sort[0].value);
  EXPECT_THAT(points, ElementsAre("-3", "9", "100"));
}

TEST(Docs, DrawPicturesThatAreLegible) {
  const Document document = describe_text(kShop);
  EXPECT_EQ(document.pictures().size(), 7u);
  std::set<std::string> files;
  for (const DocPicture* picture : document.pictures()) {
    SCOPED_TRACE(picture->file);
    EXPECT_TRUE(files.insert(picture->file).second);
    EXPECT_TRUE(std::regex_match(picture->file, std::regex("[a-z0-9-]+")));
    expect_legible(read_xml(draw(*picture, SvgUse::File)));
    expect_legible(read_xml(draw(*picture, SvgUse::Inline)));
  }
}

TEST(Docs, NameEverythingOnBothPages) {
  const Document document = describe_text(kShop);
  for (const std::string& page : {to_html(document), to_markdown(document, "pictures")}) {
    for (const char* text : {"shop", "by_status", "never_read", "ORDER", "LINE", "One order", "Everything",
                             "Orders with their lines.", "What a customer buys.", "the price"})
      EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_THAT(to_markdown(document, "pictures"), HasSubstr("](pictures/relations.svg)"));
  EXPECT_THAT(to_markdown(document, ""), Not(HasSubstr(".svg)")));
  EXPECT_THAT(to_markdown(document, "a b/(c)"), HasSubstr("](a%20b/%28c%29/relations.svg)"));
}

TEST(Docs, NeedNothingElseAndNoScript) {
  const std::string html = to_html(describe_text(kShop));
  for (const char* text : {"src=", "@import", "url(", "<link", "http://", "https://"}) {
    std::string rest = html;
    for (std::size_t at; (at = rest.find("http://www.w3.org/2000/svg")) != std::string::npos;) rest.erase(at, 26);
    EXPECT_EQ(rest.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(html.find("hidden"), html.find("row.hidden") + 4) << "only the script's filter hides anything";
}

std::vector<std::string> values_of(const std::string& html, const std::string& before) {
  std::vector<std::string> values;
  for (std::size_t at = html.find(before); at != std::string::npos; at = html.find(before, at + 1))
    values.push_back(html.substr(at + before.size(), html.find('"', at + before.size()) - at - before.size()));
  return values;
}

// The page's links and ids: each link leads somewhere, and no id occurs twice.
TEST(Docs, LinkToWhatIsThere) {
  const std::string html = to_html(describe_text(kShop));
  std::set<std::string> ids;
  for (const std::string& id : values_of(html, " id=\"")) EXPECT_TRUE(ids.insert(id).second) << id;
  const std::vector<std::string> links = values_of(html, "href=\"#");
  for (const std::string& link : links) EXPECT_TRUE(ids.contains(link)) << link;
  EXPECT_GT(links.size(), 10u);
}

TEST(MarkdownText, EscapesMarksOnlyWhereTheyAreMarks) {
  EXPECT_EQ(markdown_text("ORDER_ITEM, 1.5 RU"), "ORDER_ITEM, 1.5 RU");
  EXPECT_EQ(markdown_text("_x_"), "\\_x\\_");
  EXPECT_EQ(markdown_text("1. x"), "1\\. x");
  EXPECT_EQ(markdown_text("- x"), "\\- x");
  EXPECT_EQ(markdown_text("<b>|`"), "\\<b\\>\\|\\`");
  EXPECT_EQ(markdown_code("a|b"), "`a\\|b`");
  EXPECT_EQ(markdown_code("`a"), "`` `a ``");
  EXPECT_EQ(markdown_code("a``b"), "```a``b```");
  EXPECT_EQ(markdown_code(""), "");
}

TEST(ValueText, IsWhatReadersLike) {
  EXPECT_EQ(value_text(AttributeValue("x")), "x");
  EXPECT_EQ(value_text(AttributeValue(7)), "7");
  EXPECT_EQ(value_text(AttributeValue::binary("\x01\xff")), "0x01ff");
  EXPECT_EQ(value_text(AttributeValue::list({AttributeValue(1), AttributeValue(true)})), "[1, true]");
  EXPECT_EQ(value_text(AttributeValue::map({{"a", AttributeValue::null()}})), "{a: null}");
  EXPECT_EQ(value_text(AttributeValue::string_set({"a", "b"})), "{a, b}");
  EXPECT_LT(value_text(AttributeValue(std::string(1000, 'x'))).size(), 320u);
  EXPECT_EQ(amount_text(1234567.5), "1\u202F234\u202F567.5");
  EXPECT_EQ(amount_text(0.25), "0.25");
  EXPECT_EQ(amount_text(-1), "-1");
  EXPECT_EQ(counted(1, "item"), "1 item");
  EXPECT_EQ(counted(2, "index", "indexes"), "2 indexes");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
}

}  // namespace docs_test
}  // namespace partita::modelling::docs
