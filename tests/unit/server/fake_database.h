// A database whose answers the test gives, with one std::function for each operation.
#pragma once

#include <partita/database.h>

#include <utility>

namespace partita::server {

class FakeDatabase final : public Database {
 public:
#define PARTITA_OPERATION(op, Name)                                                                              \
  std::function<void(Name##Request, Completion<Name##Response>)> on_##op = [](Name##Request,                     \
                                                                              Completion<Name##Response> done) { \
    done(fail(ErrorCode::InternalServerError, "the fake has no answer to " #Name));                              \
  };                                                                                                             \
  Result<Name##Response> op(Name##Request) override {                                                            \
    return fail(ErrorCode::InternalServerError, "the server uses completions only");                             \
  }                                                                                                              \
  void op(Name##Request request, Completion<Name##Response> done) override {                                     \
    on_##op(std::move(request), std::move(done));                                                                \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

  FakeDatabase() {
    on_get_item = [](GetItemRequest request, Completion<GetItemResponse> done) {
      done(GetItemResponse{.item = Item(*request.key)});
    };
    on_put_item = [](PutItemRequest, Completion<PutItemResponse> done) { done(PutItemResponse{}); };
    on_list_tables = [](ListTablesRequest, Completion<ListTablesResponse> done) {
      done(ListTablesResponse{.table_names = std::vector<std::string>{"shop"}});
    };
  }
};

}  // namespace partita::server
