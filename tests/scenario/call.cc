#include "call.h"

#include <stdexcept>
#include <type_traits>

#include "protocol/codec.h"
#include "protocol/error_json.h"

namespace partita::test {
namespace {

Answer answer_of(const Error& error) {
  const std::string_view type = describe(error.code).wire_type;
  Answer answer{.json = {}, .error = std::string(type.substr(type.find('#') + 1)), .message = error.message};
  protocol::encode_error(error, answer.json);
  return answer;
}

// The last NextToken of an ExecuteStatement on this thread, for a request with the token "$last".
thread_local std::string last_token;
// The ARN of the last backup, export, import or bulk write that was made on this thread, for a request with the ARN
// "$last".
thread_local std::string last_backup, last_export, last_import, last_bulk;
// The last NextToken of a list of exports, imports or bulk writes on this thread.
thread_local std::string last_list_token;

template <class Request>
constexpr bool kListsTransfers =
    std::is_same_v<Request, ListExportsRequest> || std::is_same_v<Request, ListImportsRequest> ||
    std::is_same_v<Request, ListBulkOperationsRequest>;

template <class Response>
void append_page(Response& all, Response page) {
  if (page.items && all.items) all.items->insert(all.items->end(), page.items->begin(), page.items->end());
  all.count += page.count;
  all.scanned_count += page.scanned_count;
  all.last_evaluated_key = std::move(page.last_evaluated_key);
}

template <class Response, class Request, class Operation>
Answer run(const Operation& operation, std::string_view json, Pages pages) {
  auto request = protocol::decode_request<Request>(json);
  if (!request) return answer_of(request.error());
  if constexpr (std::is_same_v<Request, ExecuteStatementRequest>)
    if (request->next_token == "$last") request->next_token = last_token;
  if constexpr (requires { request->backup_arn; })
    if (request->backup_arn == "$last") request->backup_arn = last_backup;
  if constexpr (requires { request->exclusive_start_backup_arn; })
    if (request->exclusive_start_backup_arn == "$last") request->exclusive_start_backup_arn = last_backup;
  if constexpr (requires { request->export_arn; })
    if (request->export_arn == "$last") request->export_arn = last_export;
  if constexpr (requires { request->import_arn; })
    if (request->import_arn == "$last") request->import_arn = last_import;
  if constexpr (requires { request->bulk_operation_arn; })
    if (request->bulk_operation_arn == "$last") request->bulk_operation_arn = last_bulk;
  if constexpr (kListsTransfers<Request>)
    if (request->next_token == "$last") request->next_token = last_list_token;
  Result<Response> response = operation(*request);
  if constexpr (kListsTransfers<Request>)
    if (response && response->next_token) last_list_token = *response->next_token;
  if constexpr (std::is_same_v<Request, ExportTableToPointInTimeRequest>)
    if (response) last_export = response->export_description->export_arn.value();
  if constexpr (std::is_same_v<Request, ImportTableRequest>)
    if (response) last_import = response->import_table_description->import_arn.value();
  if constexpr (std::is_same_v<Request, StartBulkPutItemsRequest>)
    if (response) last_bulk = response->bulk_operation_description->bulk_operation_arn.value();
  if constexpr (std::is_same_v<Request, CreateBackupRequest>)
    if (response) last_backup = response->backup_details.backup_arn.value();
  if constexpr (std::is_same_v<Request, ExecuteStatementRequest>) {
    while (pages == Pages::All && response && response->next_token) {
      request->next_token = response->next_token;
      Result<Response> page = operation(*request);
      if (!page) return answer_of(page.error());
      response->items->insert(response->items->end(), page->items->begin(), page->items->end());
      response->next_token = std::move(page->next_token);
    }
    if (response && response->next_token) last_token = *response->next_token;
  }
  if constexpr (std::is_base_of_v<PageResponse, Response>) {
    while (pages == Pages::All && response && response->last_evaluated_key) {
      request->exclusive_start_key = response->last_evaluated_key;
      Result<Response> page = operation(*request);
      if (!page) return answer_of(page.error());
      append_page(*response, *std::move(page));
    }
  }
  if (!response) return answer_of(response.error());
  Answer answer;
  protocol::encode_response(*response, answer.json);
  // TagResource and UntagResource answer with an empty body.
  if (answer.json.empty()) answer.json = "{}";
  return answer;
}

}  // namespace

Answer call(Database& database, std::string_view operation, std::string_view request, Pages pages) {
#define PARTITA_OPERATION(function, Name) \
  if (operation == #Name)                 \
    return run<Name##Response, Name##Request>([&](const auto& r) { return database.function(r); }, request, pages);
#include <partita/operations.def>
#undef PARTITA_OPERATION
  throw std::runtime_error("no operation is called " + std::string(operation));
}

}  // namespace partita::test
