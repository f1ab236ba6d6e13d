// Requests that can be answered in part, because the answer tells the client how to go on. If the whole answer gets no
// memory, PartOf makes a smaller request to send to the database in its place, and completes the answer to that.
#pragma once

#include <partita/statement_operations.h>
#include <partita/stream_operations.h>

#include <algorithm>
#include <cstddef>

namespace partita::server {

// By default a request cannot be answered in part.
template <class Request>
struct PartOf {
  static constexpr bool kExists = false;
};

// The part of a page is a page that ends after fewer entries.
template <class Request, class Response>
struct PartOfPage {
  static constexpr bool kExists = true;
  // The number of entries that an answer is made of.
  static std::size_t size(const Request&, const Response& response) {
    return static_cast<std::size_t>(response.scanned_count);
  }
  static void take(Request& request, std::size_t entries) { request.limit = static_cast<std::int64_t>(entries); }
  static void complete(Request&, std::size_t, Response&) {}
};
template <>
struct PartOf<QueryRequest> : PartOfPage<QueryRequest, QueryResponse> {};
template <>
struct PartOf<ScanRequest> : PartOfPage<ScanRequest, ScanResponse> {};

// The part of a batch has fewer keys. The others are unprocessed.
template <>
struct PartOf<BatchGetItemRequest> {
  static constexpr bool kExists = true;
  static std::size_t size(const BatchGetItemRequest& request, const BatchGetItemResponse& response) {
    std::size_t keys = 0, left = 0;
    for (const auto& [table, asked] : *request.request_items) keys += asked.keys->size();
    for (const auto& [table, asked] : response.unprocessed_keys) left += asked.keys->size();
    return keys - std::min(keys, left);
  }
  static void take(BatchGetItemRequest& request, std::size_t keys) {
    auto& tables = *request.request_items;
    for (auto& [table, asked] : tables) {
      asked.keys->resize(std::min(keys, asked.keys->size()));
      keys -= asked.keys->size();
    }
    std::erase_if(tables, [](const auto& table) { return table.second.keys->empty(); });
  }
  // Adds the other keys to the unprocessed ones. `request` is the whole request, and `response` answers its first
  // `keys` keys.
  static void complete(BatchGetItemRequest& request, std::size_t keys, BatchGetItemResponse& response) {
    for (auto& [table, asked] : *request.request_items) {
      const std::size_t taken = std::min(keys, asked.keys->size());
      keys -= taken;
      asked.keys->erase(asked.keys->begin(), asked.keys->begin() + static_cast<std::ptrdiff_t>(taken));
      if (asked.keys->empty()) continue;
      const auto named = [&name = table](const auto& one) { return one.first == name; };
      const auto left = std::ranges::find_if(response.unprocessed_keys, named);
      if (left == response.unprocessed_keys.end()) {
        response.unprocessed_keys.emplace_back(table, std::move(asked));
      } else {
        std::move(asked.keys->begin(), asked.keys->end(), std::back_inserter(*left->second.keys));
      }
      if (std::ranges::none_of(response.responses, named)) response.responses.emplace_back(table, std::vector<Item>());
    }
  }
};

// The part of the page of a SELECT. Only a SELECT has an answer that is refused (dispatch.cc).
template <>
struct PartOf<ExecuteStatementRequest> {
  static constexpr bool kExists = true;
  static std::size_t size(const ExecuteStatementRequest&, const ExecuteStatementResponse& response) {
    return response.items ? response.items->size() : 0;
  }
  static void take(ExecuteStatementRequest& request, std::size_t items) {
    request.limit = static_cast<std::int64_t>(items);
  }
  static void complete(ExecuteStatementRequest&, std::size_t, ExecuteStatementResponse&) {}
};

// The part of a page of records has fewer records. The next iterator continues behind the last of them.
template <>
struct PartOf<GetRecordsRequest> {
  static constexpr bool kExists = true;
  static std::size_t size(const GetRecordsRequest&, const GetRecordsResponse& response) {
    return response.records.size();
  }
  static void take(GetRecordsRequest& request, std::size_t records) {
    request.limit = static_cast<std::int64_t>(records);
  }
  static void complete(GetRecordsRequest&, std::size_t, GetRecordsResponse&) {}
};

}  // namespace partita::server
