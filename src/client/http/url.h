// A URL that libcurl takes apart. Requires: libcurl can be loaded (http/curl.h).
#pragma once

#include <memory>
#include <string>

namespace partita::client {

class Url {
 public:
  explicit Url(const std::string& text);
  ~Url();
  Url(const Url&) = delete;
  Url& operator=(const Url&) = delete;

  bool valid() const { return valid_; }
  // Each part is empty if the URL does not have it.
  std::string scheme() const;
  std::string user() const;
  std::string host() const;  // an IPv6 address is in brackets
  std::string port() const;
  std::string path() const;
  std::string query() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  bool valid_;
};

// Whether the host is localhost, in 127.0.0.0/8 or [::1].
bool is_loopback(const std::string& host);

}  // namespace partita::client
