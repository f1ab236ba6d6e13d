#include "load/workloads/requests.h"

#include <fmt/format.h>

#include <utility>

namespace partita::bench {

// Begins a body with {"TableName":"..."
PreparedBuilder Requests::begin() const {
  PreparedBuilder builder(table_.layout, host_);
  builder.text(fmt::format(R"({{"TableName":"{}")", table_.name));
  return builder;
}

std::vector<Attribute> Requests::key() const {
  std::vector<Attribute> key = {table_.attribute("pk")};
  if (table_.layout.sort_key) key.push_back(table_.attribute("sk"));
  return key;
}

Prepared Requests::get_item() const { return begin().text(R"(,"Key":{)").members(key()).text("}}").build("GetItem"); }

Prepared Requests::select_item() const {
  PreparedBuilder builder(table_.layout, host_);
  builder.text(fmt::format(R"({{"Statement":"SELECT * FROM {} WHERE pk = ?{}","Parameters":[)", table_.name,
                           table_.layout.sort_key ? " AND sk = ?" : ""));
  bool first = true;
  for (const Attribute& attribute : key()) builder.text(std::exchange(first, false) ? "" : ",").value(attribute);
  return builder.text("]}").build("ExecuteStatement");
}

Prepared Requests::put_item() const {
  return begin().text(R"(,"Item":{)").members(table_.attributes).text("}}").build("PutItem");
}

Prepared Requests::update_item() const {
  return begin()
      .text(R"(,"Key":{)")
      .members(key())
      .text(R"(},"UpdateExpression":"SET visits = visits + :one, title = :title")")
      .text(R"(,"ConditionExpression":"attribute_exists(pk) AND visits >= :zero","ReturnValues":"UPDATED_NEW")")
      .text(R"(,"ExpressionAttributeValues":{":one":{"N":"1"},":zero":{"N":"0"},":title":)")
      .value(table_.attribute("title"))
      .text("}}")
      .build("UpdateItem");
}

Prepared Requests::update_field(unsigned field) const {
  const std::string name = fmt::format("field{}", field);
  return begin()
      .text(R"(,"Key":{)")
      .members(key())
      .text(fmt::format(R"(}},"UpdateExpression":"SET {} = :value","ExpressionAttributeValues":{{":value":)", name))
      .value(table_.attribute(name))
      .text("}}")
      .build("UpdateItem");
}

Prepared Requests::delete_item() const {
  return begin().text(R"(,"Key":{)").members(key()).text("}}").build("DeleteItem");
}

Prepared Requests::transact_put(unsigned items) const {
  PreparedBuilder builder(table_.layout, host_);
  builder.text(R"({"TransactItems":[)");
  for (unsigned i = 0; i < items; ++i)
    builder.text(fmt::format(R"({}{{"Put":{{"TableName":"{}","Item":{{)", i ? "," : "", table_.name))
        .members(table_.attributes, i)
        .text("}}}");
  return builder.text("]}").build("TransactWriteItems");
}

Prepared Requests::batch(unsigned items, std::string_view request, std::string_view member,
                         const std::vector<Attribute>& attributes) const {
  PreparedBuilder builder(table_.layout, host_);
  builder.text(fmt::format(R"({{"RequestItems":{{"{}":[)", table_.name));
  for (unsigned i = 0; i < items; ++i)
    builder.text(fmt::format(R"({}{{"{}":{{"{}":{{)", i ? "," : "", request, member))
        .members(attributes, i)
        .text("}}}");
  return builder.text("]}}").build("BatchWriteItem");
}

Prepared Requests::batch_put(unsigned items) const { return batch(items, "PutRequest", "Item", table_.attributes); }
Prepared Requests::batch_delete(unsigned items) const { return batch(items, "DeleteRequest", "Key", key()); }

Prepared Requests::query(std::string_view index, unsigned limit) const {
  const std::string_view partition_key = index == "gsi" ? "gpk" : "pk";
  const std::string_view sort_key = index == "gsi" ? "gsk" : index == "lsi" ? "lk" : "sk";
  PreparedBuilder builder = begin();
  if (!index.empty()) builder.text(fmt::format(R"(,"IndexName":"{}")", index));
  return builder
      .text(
          fmt::format(R"(,"Limit":{},"KeyConditionExpression":"{} = :p AND {} >= :s")", limit, partition_key, sort_key))
      .text(R"(,"ExpressionAttributeValues":{":p":)")
      .value(table_.attribute(partition_key))
      .text(R"(,":s":)")
      .value(table_.attribute(sort_key))
      .text("}}")
      .build("Query");
}

Prepared Requests::query_filtered() const {
  return begin()
      .text(R"(,"KeyConditionExpression":"pk = :p","FilterExpression":"shade = :shade")")
      .text(R"(,"ExpressionAttributeValues":{":p":)")
      .value(table_.attribute("pk"))
      .text(R"(,":shade":)")
      .value(table_.attribute("shade"))
      .text("}}")
      .build("Query");
}

Prepared Requests::query_first() const {
  return begin()
      .text(R"(,"Limit":1,"KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":)")
      .value(table_.attribute("pk"))
      .text("}}")
      .build("Query");
}

Prepared Requests::scan_after(unsigned limit) const {
  return begin()
      .text(fmt::format(R"(,"Limit":{},"ExclusiveStartKey":{{)", limit))
      .members(key())
      .text("}}")
      .build("Scan");
}

Prepared Requests::search_vectors(unsigned top_k) const {
  return begin()
      .text(fmt::format(R"(,"IndexName":"vectors","TopK":{},"SearchVector":)", top_k))
      .place(table_.attribute("embedding"))
      .text("}")
      .build("SearchVectors");
}

std::string Requests::get_records(std::string_view iterator) const {
  return plain_request(host_, "GetRecords", fmt::format(R"({{"ShardIterator":"{}"}})", iterator));
}

std::string Requests::scan_segment(unsigned segment, unsigned segments, std::string_view start_key) const {
  std::string body =
      fmt::format(R"({{"TableName":"{}","Segment":{},"TotalSegments":{})", table_.name, segment, segments);
  if (!start_key.empty()) body.append(R"(,"ExclusiveStartKey":)").append(start_key);
  return plain_request(host_, "Scan", body + "}");
}

}  // namespace partita::bench
