#include "load/generator/prepared.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace partita::bench {
namespace {

// A header of the right form, which Partita, Dynoxide and dynalite require. None of them verifies the signature by
// default. A Signer replaces it.
constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date;x-amz-target, "
    "Signature=0000000000000000000000000000000000000000000000000000000000000000";

// DynamoDB Streams is a service of its own.
std::string_view service_of(std::string_view operation) {
  constexpr std::array kOfStreams = {std::string_view("DescribeStream"), std::string_view("GetShardIterator"),
                                     std::string_view("GetRecords")};
  return std::ranges::find(kOfStreams, operation) == kOfStreams.end() ? "DynamoDB_20120810"
                                                                      : "DynamoDBStreams_20120810";
}

std::string head(std::string_view host, std::string_view operation, std::size_t body_bytes) {
  return fmt::format(
      "POST / HTTP/1.1\r\nHost: {}\r\nX-Amz-Target: {}.{}\r\nContent-Type: "
      "application/x-amz-json-1.0\r\n"
      "X-Amz-Date: 20260101T000000Z\r\nAuthorization: {}\r\nContent-Length: {}\r\n\r\n",
      host, service_of(operation), operation, kAuthorization, body_bytes);
}

}  // namespace

std::string_view Prepared::about(std::uint64_t first, std::uint64_t version) {
  for (const Place& place : places_)
    write_text(layout_, place.attribute, first + place.item, version, bytes_.data() + place.offset);
  return bytes_;
}

PreparedBuilder& PreparedBuilder::text(std::string_view text) {
  body_ += text;
  return *this;
}

PreparedBuilder& PreparedBuilder::place(const Attribute& attribute, std::uint32_t item) {
  places_.push_back({body_.size(), attribute, item});
  body_.append(attribute.width, '?');
  return *this;
}

PreparedBuilder& PreparedBuilder::value(const Attribute& attribute, std::uint32_t item) {
  if (attribute.type == Type::L) return text(R"({"L":)").place(attribute, item).text("}");
  return text(attribute.type == Type::N ? R"({"N":")" : R"({"S":")").place(attribute, item).text(R"("})");
}

PreparedBuilder& PreparedBuilder::members(const std::vector<Attribute>& attributes, std::uint32_t item) {
  for (std::size_t i = 0; i < attributes.size(); ++i)
    text(i ? R"(,")" : R"(")").text(attributes[i].name).text(R"(":)").value(attributes[i], item);
  return *this;
}

Prepared PreparedBuilder::build(std::string_view operation) const {
  Prepared prepared;
  prepared.layout_ = layout_;
  prepared.bytes_ = head(host_, operation, body_.size());
  const std::size_t head_bytes = prepared.bytes_.size();
  prepared.bytes_ += body_;
  prepared.places_ = places_;
  for (Prepared::Place& place : prepared.places_) place.offset += head_bytes;
  return prepared;
}

std::string plain_request(std::string_view host, std::string_view operation, std::string_view body) {
  return head(host, operation, body.size()).append(body);
}

}  // namespace partita::bench
