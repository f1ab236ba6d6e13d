#include "client/http_connection.h"

#include <curl/curl.h>

#include <array>

#include "base/check.h"

namespace partita::client {
namespace {

constexpr const char* kLoopbackHosts = "localhost,127.0.0.1,::1";

void initialise_curl_once() {
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  PARTITA_CHECK(initialised == CURLE_OK);
}

// One part of a URL; empty where it has none.
std::string part_of(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, 0) != CURLUE_OK) return {};
  std::string part = text;
  curl_free(text);
  return part;
}

std::size_t append(char* bytes, std::size_t size, std::size_t count, void* body) {
  static_cast<std::string*>(body)->append(bytes, size * count);
  return size * count;
}

bool nothing_was_sent(CURLcode code) {
  return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT || code == CURLE_SSL_CONNECT_ERROR ||
         code == CURLE_PEER_FAILED_VERIFICATION;
}

struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeList>;

void add(HeaderList& list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  PARTITA_CHECK(longer != nullptr);
  static_cast<void>(list.release());
  list.reset(longer);
}

}  // namespace

Result<Endpoint> parse_endpoint(const std::string& text) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), curl_url_cleanup);
  const auto refuse = [&](const char* why) { return invalid("The endpoint " + text + " " + why); };
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK)
    return refuse("is not a URL such as http://127.0.0.1:8000");
  const std::string scheme = part_of(url.get(), CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return refuse("is neither http nor https");
  if (const std::string path = part_of(url.get(), CURLUPART_PATH); !path.empty() && path != "/")
    return refuse("must not have a path");
  if (!part_of(url.get(), CURLUPART_USER).empty() || !part_of(url.get(), CURLUPART_QUERY).empty())
    return refuse("must not have a user or a query");

  const std::string name = part_of(url.get(), CURLUPART_HOST);
  const std::string port = part_of(url.get(), CURLUPART_PORT);
  const bool usual_port = port.empty() || port == (scheme == "http" ? "80" : "443");
  Endpoint endpoint;
  endpoint.host = usual_port ? name : name + ":" + port;
  endpoint.url = scheme + "://" + endpoint.host + "/";
  endpoint.loopback = name == "localhost" || name == "[::1]" || name.starts_with("127.");
  return endpoint;
}

class HttpConnection::Handle {
 public:
  Handle(const Endpoint& endpoint, std::chrono::milliseconds connect_timeout, std::chrono::milliseconds request_timeout)
      : curl_(curl_easy_init()) {
    PARTITA_CHECK(curl_ != nullptr);
    set(CURLOPT_URL, endpoint.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_NOPROXY, kLoopbackHosts);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TCP_NODELAY, 1L);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect_timeout.count()));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_timeout.count()));
    set(CURLOPT_ERRORBUFFER, problem_.data());
    set(CURLOPT_WRITEFUNCTION, append);
    set(CURLOPT_POST, 1L);
  }
  ~Handle() { curl_easy_cleanup(curl_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  CURLcode post(const curl_slist* headers, std::string_view body, HttpAnswer& answer) {
    problem_[0] = '\0';
    set(CURLOPT_HTTPHEADER, headers);
    set(CURLOPT_POSTFIELDS, body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    set(CURLOPT_WRITEDATA, &answer.body);
    const CURLcode code = curl_easy_perform(curl_);
    long status = 0;
    curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
    answer.status = static_cast<int>(status);
    return code;
  }
  std::string problem(CURLcode code) const {
    return problem_[0] != '\0' ? problem_.data() : curl_easy_strerror(code);
  }

 private:
  template <class T>
  void set(CURLoption option, T value) {
    PARTITA_CHECK(curl_easy_setopt(curl_, option, value) == CURLE_OK);
  }

  CURL* const curl_;
  std::array<char, CURL_ERROR_SIZE> problem_{};
};

HttpConnection::HttpConnection(Endpoint endpoint, std::chrono::milliseconds connect_timeout,
                               std::chrono::milliseconds request_timeout)
    : endpoint_(std::move(endpoint)) {
  initialise_curl_once();
  handle_ = std::make_unique<Handle>(endpoint_, connect_timeout, request_timeout);
}

HttpConnection::~HttpConnection() = default;

Result<HttpAnswer> HttpConnection::post(const protocol::Headers& headers, std::string_view body) {
  HeaderList list;
  for (const auto& [name, value] : headers) add(list, name + ": " + value);
  add(list, "Expect:");  // no waiting for "100 Continue" before a large body

  HttpAnswer answer;
  const std::lock_guard lock(mutex_);
  const CURLcode code = handle_->post(list.get(), body, answer);
  if (code == CURLE_OK) return answer;
  if (nothing_was_sent(code))
    return fail(ErrorCode::ServiceUnavailable, "Cannot reach " + endpoint_.url + ": " + handle_->problem(code));
  return fail(ErrorCode::InternalServerError, "The connection to " + endpoint_.url +
                                                  " broke and the outcome is unknown: " + handle_->problem(code));
}

}  // namespace partita::client
