// Visits the items that a response holds.
#pragma once

#include <partita/statement_operations.h>
#include <partita/stream_operations.h>

namespace partita::server {

// Calls visit(const Item&) for each item of the response. Responses of operations on tables have no items.
template <class Response, class Visit>
void for_each_item(const Response& response, Visit visit) {
  if constexpr (requires { response.attributes->bytes(); })
    if (response.attributes) visit(*response.attributes);
  if constexpr (requires { response.item->bytes(); })
    if (response.item) visit(*response.item);
  if constexpr (requires { response.items->front().bytes(); })
    if (response.items)
      for (const Item& item : *response.items) visit(item);
}
template <class Visit>
void for_each_item(const BatchGetItemResponse& response, Visit visit) {
  for (const auto& [table, items] : response.responses)
    for (const Item& item : items) visit(item);
}
template <class Visit>
void for_each_item(const TransactGetItemsResponse& response, Visit visit) {
  for (const ItemResponse& one : response.responses)
    if (one.item) visit(*one.item);
}

template <class Visit>
void for_each_item(const ExecuteTransactionResponse& response, Visit visit) {
  for (const ItemResponse& one : response.responses)
    if (one.item) visit(*one.item);
}
template <class Visit>
void for_each_item(const BatchExecuteStatementResponse& response, Visit visit) {
  for (const BatchStatementResponse& one : response.responses) {
    if (one.item) visit(*one.item);
    if (one.error && one.error->item) visit(*one.error->item);
  }
}

template <class Visit>
void for_each_item(const SearchVectorsResponse& response, Visit visit) {
  for (const SearchResultItem& result : response.search_results) visit(result.item);
}

template <class Visit>
void for_each_item(const GetRecordsResponse& response, Visit visit) {
  for (const Record& record : response.records) {
    if (!record.dynamodb) continue;
    for (const auto* item : {&record.dynamodb->keys, &record.dynamodb->new_image, &record.dynamodb->old_image})
      if (*item) visit(**item);
  }
}

}  // namespace partita::server
