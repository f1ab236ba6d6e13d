#include "client/http/url.h"

#include "client/http/curl.h"

namespace partita::client {

struct Url::Parts {
  ~Parts() { curl().url_cleanup(url); }
  std::string get(CURLUPart which) const {
    char* text = nullptr;
    if (curl().url_get(url, which, &text, 0) != CURLUE_OK) return {};
    std::string part = text;
    curl().free(text);
    return part;
  }
  CURLU* const url = curl().url();
};

Url::Url(const std::string& text)
    : parts_(std::make_unique<Parts>()),
      valid_(curl().url_set(parts_->url, CURLUPART_URL, text.c_str(), 0) == CURLUE_OK) {}
Url::~Url() = default;

std::string Url::scheme() const { return parts_->get(CURLUPART_SCHEME); }
std::string Url::user() const { return parts_->get(CURLUPART_USER); }
std::string Url::host() const { return parts_->get(CURLUPART_HOST); }
std::string Url::port() const { return parts_->get(CURLUPART_PORT); }
std::string Url::path() const { return parts_->get(CURLUPART_PATH); }
std::string Url::query() const { return parts_->get(CURLUPART_QUERY); }

bool is_loopback(const std::string& host) { return host == "localhost" || host == "[::1]" || host.starts_with("127."); }

}  // namespace partita::client
