// The items whose vectors are the most similar to one, among those of one tenant.
#include <partita/database.h>
#include <partita/open.h>

#include <iostream>

using namespace partita;

int main(int, char** argv) {
  auto db = open(argv[1]).value();

  CreateTableRequest table{.table_name = "notes", .billing_mode = BillingMode::PayPerRequest};
  table.attribute_definitions = {{"id", ScalarAttributeType::S}, {"tenant", ScalarAttributeType::S}};
  table.key_schema = {{"id", KeyType::Hash}};
  table.vector_indexes = {{.index_name = "by_meaning",
                           .vector_attribute = VectorAttributeDefinition{"embedding"},
                           .search_schema = {{{"tenant", SearchSchemaElementType::Hash}}},
                           .projection = Projection{.projection_type = ProjectionType::All},
                           .dimensions = 3,  // as many as your model of embeddings gives
                           .distance_function = VectorDistanceFunction::Cosine}};
  db->create_table(table).value();

  const auto put = [&](const char* id, const char* tenant, AttributeValue::List embedding) {
    db->put_item({.table_name = "notes", .item = {{{"id", id}, {"tenant", tenant}, {"embedding", embedding}}}}).value();
  };
  put("tea", "ada", {0.9, 0.1, 0.0});
  put("coffee", "ada", {0.8, 0.3, 0.1});
  put("trains", "ada", {0.0, 0.2, 0.9});
  put("secret", "bob", {0.9, 0.1, 0.0});

  const auto found = db->search_vectors({.table_name = "notes",
                                         .index_name = "by_meaning",
                                         .search_vector = {{1.0, 0.1, 0.0}},
                                         .top_k = 2,
                                         .search_condition_expression = "tenant = :t",
                                         .expression_attribute_values = {{{":t", "ada"}}}});
  for (const SearchResultItem& result : found.value().search_results)
    std::cout << result.item.get("id")->s() << " at " << result.score << '\n';
}
