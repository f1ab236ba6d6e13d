#include "server/answers/host_check.h"

#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/string.hpp>
#include <string>

namespace partita::server {
namespace {

bool is_port(std::string_view text) { return text.size() <= 5 && text.find_first_not_of("0123456789") == text.npos; }

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return boost::beast::iequals({a.data(), a.size()}, {b.data(), b.size()});
}

std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  return colon != host.npos && is_port(host.substr(colon + 1)) ? host.substr(0, colon) : host;
}

bool is_bracketed(std::string_view name) { return name.size() > 2 && name.front() == '[' && name.back() == ']'; }

}  // namespace

bool is_callable_host(std::string_view host) {
  constexpr std::size_t kLongestName = 253;
  constexpr std::string_view kNameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
  const std::string_view name = without_port(host);
  if (is_bracketed(name)) {
    boost::system::error_code error;
    boost::asio::ip::make_address_v6(std::string(name.substr(1, name.size() - 2)), error);
    return !error;
  }
  return !name.empty() && name.size() <= kLongestName && name.find_first_not_of(kNameBytes) == name.npos;
}

bool is_loopback_host(std::string_view host) {
  std::string_view name = without_port(host);
  if (name == "127.0.0.1" || equals_ignoring_case(name, "localhost")) return true;
  // Names under "localhost" never leave the machine (RFC 6761), and some clients put an account or bucket before it.
  constexpr std::string_view kUnder = ".localhost";
  if (name.size() > kUnder.size() && equals_ignoring_case(name.substr(name.size() - kUnder.size()), kUnder))
    return is_callable_host(name);

  const bool bracketed = is_bracketed(name);
  if (bracketed) name = name.substr(1, name.size() - 2);
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(name), error);
  return !error && address.is_loopback() && address.is_v6() == bracketed;
}

bool is_network_host(std::string_view host) {
  std::string_view name = without_port(host);
  if (is_bracketed(name)) return is_callable_host(host);
  boost::system::error_code error;
  boost::asio::ip::make_address_v4(std::string(name), error);
  if (!error) return true;
  const auto dot = name.rfind('.');
  if (dot == name.npos) return !name.empty();
  for (const std::string_view last : {"internal", "local", "localhost", "svc"})
    if (equals_ignoring_case(name.substr(dot + 1), last)) return true;
  return false;
}

}  // namespace partita::server
