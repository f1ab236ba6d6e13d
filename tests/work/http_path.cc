#include "work/http_path.h"

#include <stdexcept>

#include "auth/sign.h"
#include "base/lack_of_memory.h"

namespace partita::work {

void HttpPath::read(std::string_view request) {
  request_.clear();
  answer().clear();
  completed_ = false;
  if (server::read_plain_request(request, kLimit, kLimit, request_) != request.size())
    throw std::runtime_error("not one whole request in its plain form");
}

void HttpPath::work() {
  const auto may_hold = [](std::size_t) { return true; };
  operation_.reset();
  if (!base::had_memory_for([&] {
        operation_ = server::route(request_, policy_, verifier_ ? &*verifier_ : nullptr, may_hold, answer());
      }))
    answer().set_lack_of_memory();
  std::optional<server::Asker> asker;
  if (authorizer_) asker.emplace(server::Asker{*authorizer_, {*identity_, {.now_ms = 1, .source_ip = "127.0.0.1"}}});
  if (operation_)
    server::start_operation(database_of_request(), *operation_, request_.body, *this, asker ? &*asker : nullptr);
  else
    completed_ = true;
  if (!completed_) throw std::runtime_error("the answer is late");
}

Database& HttpPath::database_of_request() {
  if (databases_ == nullptr || (request_.account.empty() && request_.region.empty())) return database_;
  const auto found = databases_->find(request_.account, request_.region);
  if (!found) throw std::runtime_error(found.error().message);
  return *found->database;
}

std::string_view HttpPath::exchange(std::string_view request) {
  read(request);
  work();
  metrics_.record(table_.get(), operation_, answer().error, std::chrono::microseconds(9));
  return answer().frame({.date = "Thu, 01 Jan 2026 00:00:00 GMT", .request_id = ids_.next()});
}

std::string http_request(std::string_view operation, std::string_view body) {
  std::string request =
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAccept-Encoding: identity\r\nX-Amz-Target: DynamoDB_20120810.";
  request.append(operation);
  request.append(
      "\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "User-Agent: Boto3/1.35.0 md/Botocore#1.35.0 ua/2.0 os/linux#6.1.0 md/arch#x86_64 lang/python#3.11.2\r\n"
      "X-Amz-Date: 20260101T000000Z\r\n"
      "Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/dynamodb/aws4_request, "
      "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
      "Signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n"
      "Content-Length: ");
  return request.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

std::string signed_http_request(std::string_view operation, std::string_view body, const Credentials& credentials,
                                std::int64_t time_ms) {
  auth::SigningRequest request;
  request.headers = {{"Host", "127.0.0.1:8000"},
                     {"X-Amz-Target", "DynamoDB_20120810." + std::string(operation)},
                     {"Content-Type", "application/x-amz-json-1.0"}};
  request.body = body;
  request.region = "us-east-1";
  request.now_ms = time_ms;
  std::string text =
      "POST / HTTP/1.1\r\nAccept-Encoding: identity\r\n"
      "User-Agent: Boto3/1.35.0 md/Botocore#1.35.0 ua/2.0 os/linux#6.1.0 md/arch#x86_64 lang/python#3.11.2\r\n";
  for (const auth::Headers& headers : {request.headers, auth::sign(request, credentials)})
    for (const auto& [name, value] : headers) text.append(name).append(": ").append(value).append("\r\n");
  return text.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

}  // namespace partita::work
