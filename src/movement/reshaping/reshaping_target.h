// A database that takes the items of an earlier model and stores those of the later one, for copy_items().
#pragma once

#include <partita/database.h>

#include "movement/reshaping/reshaped_writes.h"

namespace partita::movement {

// Answers BatchWriteItem and PutItem with puts of a source's items. All other operations are those of the database.
class ReshapingTarget final : public Database {
 public:
  // All must outlive it.
  ReshapingTarget(Database& database, const modelling::ProvenTable& source, ReshapedWrites& writes)
      : database_(database), source_(source), writes_(writes) {}

#define PARTITA_OPERATION(function, Name)                          \
  Result<Name##Response> function(Name##Request request) override; \
  void function(Name##Request request, Completion<Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  Result<PutItemResponse> put(const PutItemRequest& request);
  Result<BatchWriteItemResponse> put_all(const BatchWriteItemRequest& request);
  template <class Request, class Forward>
  auto answer(Request request, const Forward& forward);

  Database& database_;
  const modelling::ProvenTable& source_;
  ReshapedWrites& writes_;
};

}  // namespace partita::movement
