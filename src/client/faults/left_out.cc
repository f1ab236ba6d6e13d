#include "client/faults/left_out.h"

#include <algorithm>
#include <utility>

#include "ops/prepare.h"
#include "partiql/prepare.h"

namespace partita::client {
namespace {

// Moves the members that are left out from `list` to the result. `place` is the place of the list's first member in the
// request, and then of the first member after the list.
template <class T>
std::vector<T> move_out(std::vector<T>& list, const std::vector<bool>& left_out, std::size_t& place) {
  std::vector<T> out, rest;
  for (T& member : list) {
    const bool leaves = place < left_out.size() && left_out[place];
    ++place;
    (leaves ? out : rest).push_back(std::move(member));
  }
  list = std::move(rest);
  return out;
}

// The list under the table's name, which is added if it is missing.
template <class T>
T& list_of(NamedList<T>& lists, const std::string& table) {
  const auto found = std::find_if(lists.begin(), lists.end(), [&](const auto& list) { return list.first == table; });
  return found != lists.end() ? found->second : lists.emplace_back(table, T{}).second;
}

template <class T>
void append(std::vector<T>& list, std::vector<T>&& more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

void LeftOut<BatchWriteItemRequest, BatchWriteItemResponse>::take(BatchWriteItemRequest& request,
                                                                  const std::vector<bool>& left_out) {
  if (left_out.empty() || !ops::prepare(request)) return;
  std::size_t place = 0;
  for (auto& [table, writes] : *request.request_items) {
    auto out = move_out(writes, left_out, place);
    if (!out.empty()) writes_.emplace_back(table, std::move(out));
  }
  std::erase_if(*request.request_items, [](const auto& table) { return table.second.empty(); });
}

void LeftOut<BatchWriteItemRequest, BatchWriteItemResponse>::give_back(BatchWriteItemResponse& response) {
  for (auto& [table, writes] : writes_) append(list_of(response.unprocessed_items, table), std::move(writes));
}

void LeftOut<BatchGetItemRequest, BatchGetItemResponse>::take(BatchGetItemRequest& request,
                                                              const std::vector<bool>& left_out) {
  if (left_out.empty() || !ops::prepare(request)) return;
  std::size_t place = 0;
  for (auto& [table, asked] : *request.request_items) {
    if (!asked.keys) continue;
    auto out = move_out(*asked.keys, left_out, place);
    if (out.empty()) continue;
    std::vector<AttributeMap> rest = std::exchange(*asked.keys, std::move(out));
    keys_.emplace_back(table, asked);
    asked.keys = std::move(rest);
  }
  std::erase_if(*request.request_items,
                [](const auto& table) { return table.second.keys && table.second.keys->empty(); });
}

void LeftOut<BatchGetItemRequest, BatchGetItemResponse>::give_back(BatchGetItemResponse& response) {
  for (auto& [table, asked] : keys_) {
    (void)list_of(response.responses, table);  // An answer names each table of the request.
    KeysAndAttributes& unprocessed = list_of(response.unprocessed_keys, table);
    if (unprocessed.keys)
      append(*unprocessed.keys, *std::move(asked.keys));
    else
      unprocessed = std::move(asked);
  }
}

void LeftOut<BatchExecuteStatementRequest, BatchExecuteStatementResponse>::take(BatchExecuteStatementRequest& request,
                                                                                const std::vector<bool>& left_out) {
  if (left_out.empty() || !partiql::prepare(request)) return;
  std::size_t place = 0;
  (void)move_out(*request.statements, left_out, place);
  left_out_ = left_out;
  all_ = request.statements->empty();
}

void LeftOut<BatchExecuteStatementRequest, BatchExecuteStatementResponse>::give_back(
    BatchExecuteStatementResponse& response) {
  if (left_out_.empty()) return;
  const FaultError& error = *find_fault_error(ErrorCode::ThrottlingException);
  std::vector<BatchStatementResponse> answered = std::exchange(response.responses, {});
  auto next = answered.begin();
  for (const bool left_out : left_out_) {
    BatchStatementResponse& response_of_member = response.responses.emplace_back();
    if (left_out)
      response_of_member.error = BatchStatementError{std::string(error.statement_code), std::string(error.message), {}};
    else if (next != answered.end())
      response_of_member = std::move(*next++);
  }
}

}  // namespace partita::client
