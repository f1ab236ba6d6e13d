#include "work/http_path.h"

#include <stdexcept>

namespace partita::work {

std::string_view HttpPath::exchange(std::string_view request) {
  request_.clear();
  answer().clear();
  completed_ = false;
  if (server::read_plain_request(request, kLimit, kLimit, request_) != request.size())
    throw std::runtime_error("not one whole request in its plain form");
  if (const auto operation = server::route(request_, policy_, [](std::size_t) { return true; }, answer()))
    server::start_operation(database_, *operation, request_.body, *this);
  else
    completed_ = true;
  if (!completed_) throw std::runtime_error("the answer is late");
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

}  // namespace partita::work
