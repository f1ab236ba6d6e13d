// LeftOut: the members of a batch that a fault leaves out, between the request and the answer.
#pragma once

#include <partita/database.h>

#include <string>
#include <vector>

#include "client/faults/fault_errors.h"

namespace partita::client {

// Only three operations have members that can be left out.
template <class Request, class Response>
class LeftOut {
 public:
  static constexpr bool kExists = false;
};

// take() moves the members out of the request for which `left_out`, one for each member in the order of the request, is
// true. It leaves a wrong request as it is, because the rest of it may be right, and the database must refuse it.
// `left_out` may be shorter than the request. give_back() adds them to the answer to the rest. is_all() tells whether
// nothing of the request is left. Then the database need not be called, and the answer is a default-made one.
template <>
class LeftOut<BatchWriteItemRequest, BatchWriteItemResponse> {
 public:
  static constexpr bool kExists = true;
  void take(BatchWriteItemRequest& request, const std::vector<bool>& left_out);
  void give_back(BatchWriteItemResponse& response);
  bool is_all() const { return false; }

 private:
  NamedList<std::vector<WriteRequest>> writes_;
};

template <>
class LeftOut<BatchGetItemRequest, BatchGetItemResponse> {
 public:
  static constexpr bool kExists = true;
  void take(BatchGetItemRequest& request, const std::vector<bool>& left_out);
  void give_back(BatchGetItemResponse& response);
  bool is_all() const { return false; }

 private:
  NamedList<KeysAndAttributes> keys_;
};

template <>
class LeftOut<BatchExecuteStatementRequest, BatchExecuteStatementResponse> {
 public:
  static constexpr bool kExists = true;
  void take(BatchExecuteStatementRequest& request, const std::vector<bool>& left_out);
  void give_back(BatchExecuteStatementResponse& response);
  bool is_all() const { return all_; }

 private:
  std::vector<bool> left_out_;
  bool all_ = false;
};

}  // namespace partita::client
