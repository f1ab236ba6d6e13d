// A request as the bytes to send, with places in it for the texts of the items it is about. Patching a place is all
// that is left to do while the clock runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/items.h"

namespace partita::bench {

class Prepared {
 public:
  // The bytes of the request about items first, first + 1, ... They are valid until the next call.
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
  // The attribute's text in item first + `item`.
  PreparedBuilder& place(const Attribute& attribute, std::uint32_t item = 0);
  // The same as JSON: {"S":"..."}.
  PreparedBuilder& value(const Attribute& attribute, std::uint32_t item = 0);
  // "name":{"S":"..."},... of these attributes.
  PreparedBuilder& members(const std::vector<Attribute>& attributes, std::uint32_t item = 0);

  // The POST request of that operation, such as GetItem.
  Prepared build(std::string_view operation) const;

 private:
  Layout layout_;
  std::string host_;
  std::string body_;
  std::vector<Prepared::Place> places_;
};

// The bytes of a POST request without places.
std::string plain_request(std::string_view host, std::string_view operation, std::string_view body);

}  // namespace partita::bench
