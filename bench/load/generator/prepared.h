// A request as bytes that are ready to send, with places for the texts of its items. While the clock runs, only these
// places are patched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/items.h"

namespace partita::bench {

class Prepared {
 public:
  // The bytes of the request for items first, first + 1, ... They are valid until the next call.
  std::string_view about(std::uint64_t first, std::uint64_t version = 0);

 private:
  friend class PreparedBuilder;
  struct Place {
    std::size_t offset;
    Attribute attribute;
    std::uint32_t item;
  };

  Layout layout_;
  std::string bytes_;
  std::vector<Place> places_;
};

// Builds the body from left to right.
class PreparedBuilder {
 public:
  PreparedBuilder(const Layout& layout, std::string_view host) : layout_(layout), host_(host) {}

  PreparedBuilder& text(std::string_view text);
  // Adds the attribute's text in item first + `item`.
  PreparedBuilder& place(const Attribute& attribute, std::uint32_t item = 0);
  // Adds the same as JSON: {"S":"..."}, or {"L":[...]}.
  PreparedBuilder& value(const Attribute& attribute, std::uint32_t item = 0);
  // Adds "name":{"S":"..."},... for these attributes.
  PreparedBuilder& members(const std::vector<Attribute>& attributes, std::uint32_t item = 0);

  // The POST request of an operation such as GetItem.
  Prepared build(std::string_view operation) const;

 private:
  Layout layout_;
  std::string host_;
  std::string body_;
  std::vector<Prepared::Place> places_;
};

// The bytes of a POST request without places. The operation may be one of DynamoDB Streams.
std::string plain_request(std::string_view host, std::string_view operation, std::string_view body);

}  // namespace partita::bench
