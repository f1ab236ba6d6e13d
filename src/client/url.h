// URLs, taken apart by libcurl.
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
  // Each empty where the URL has none.
  std::string scheme() const;
  std::string user() const;
  std::string host() const;  // an IPv6 address in brackets
  std::string port() const;
  std::string path() const;
  std::string query() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  bool valid_;
};

// localhost, 127.0.0.0/8 and [::1].
bool is_loopback(const std::string& host);

}  // namespace partita::client
