#include "client/http/transfer.h"

#include "base/check.h"
#include "base/text.h"
#include "client/http/certificates.h"

namespace partita::client {
namespace {

CURL* new_handle() {
  CURL* const handle = curl().easy_init();
  PARTITA_CHECK(handle != nullptr);
  return handle;
}

}  // namespace

Transfer::Transfer() : curl_(new_handle()) {}

Transfer::~Transfer() { curl().easy_cleanup(curl_); }

template <class T>
void Transfer::set(CURLoption option, T value) {
  PARTITA_CHECK(curl().easy_setopt(curl_, option, value) == CURLE_OK);
}

void Transfer::begin(HttpRequest request) {
  request_ = std::move(request);
  answer_ = {};
  times_sent_ = 0;
  problem_[0] = '\0';

  curl().easy_reset(curl_);
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  // Keys of S3 may have the segments "." and "..", and the path is signed as it is.
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_TCP_NODELAY, 1L);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_timeout.count()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout.count()));
  set(CURLOPT_ERRORBUFFER, problem_.data());
  set(CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_PREREQFUNCTION, &Transfer::on_sending);
  set(CURLOPT_PREREQDATA, this);
  if (request_.is_abandoned) {
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &Transfer::on_progress);
    set(CURLOPT_XFERINFODATA, this);
  }
  set_certificates();
  if (request_.direct) set(CURLOPT_NOPROXY, "*");
  if (request_.method != "GET") {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, request_.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }
  set_headers();
}

void Transfer::set_certificates() {
  if (request_.trust == HttpRequest::Trust::Anyone) {
    set(CURLOPT_SSL_VERIFYPEER, 0L);
    set(CURLOPT_SSL_VERIFYHOST, 0L);
    return;
  }
  if (!request_.ca_bundle.empty()) return set(CURLOPT_CAINFO, request_.ca_bundle.c_str());
  static const Certificates certificates = find_certificates();
  if (!certificates.file.empty()) return set(CURLOPT_CAINFO, certificates.file.c_str());
  if (certificates.inside.empty()) return;
  // libcurl does not write into the text.
  curl_blob text{const_cast<char*>(certificates.inside.data()), certificates.inside.size(), CURL_BLOB_NOCOPY};
  set(CURLOPT_CAINFO_BLOB, &text);
}

void Transfer::set_headers() {
  headers_.reset();
  const auto add = [this](const std::string& line) {
    curl_slist* const longer = curl().slist_append(headers_.get(), line.c_str());
    PARTITA_CHECK(longer != nullptr);
    static_cast<void>(headers_.release());
    headers_.reset(longer);
  };
  for (const auto& [name, value] : request_.headers) add(name + ": " + value);
  add("Expect:");  // do not wait for "100 Continue" before a large body
  set(CURLOPT_HTTPHEADER, headers_.get());
}

HttpResult Transfer::end(CURLcode code) {
  request_ = {};
  if (code != CURLE_OK) return unexpected(failure(code));
  long status = 0;
  curl().easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
  answer_.status = static_cast<int>(status);
  return std::move(answer_);
}

HttpFailure Transfer::failure(CURLcode code) const {
  std::string why = problem_[0] != '\0' ? problem_.data() : curl().easy_strerror(code);
  if (times_sent_ > 1) why = "the server closed the connection without an answer";
  if (times_sent_ > 0) return {HttpFailure::Sent::Maybe, std::move(why)};
  const bool never = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
  if (code == CURLE_PEER_FAILED_VERIFICATION) why += "; AWS_CA_BUNDLE names a file of further certificates to trust";
  return {never ? HttpFailure::Sent::NoAndNever : HttpFailure::Sent::No, std::move(why)};
}

std::size_t Transfer::on_body(char* bytes, std::size_t size, std::size_t count, void* self) {
  static_cast<Transfer*>(self)->answer_.body.append(bytes, size * count);
  return size * count;
}

// libcurl calls this with one line at a time. The headers of an interim answer are dropped at the next status line.
std::size_t Transfer::on_header(char* bytes, std::size_t size, std::size_t count, void* self) {
  HttpHeaders& headers = static_cast<Transfer*>(self)->answer_.headers;
  const std::string_view line = base::trimmed({bytes, size * count});
  if (line.starts_with("HTTP/")) headers.clear();
  const auto colon = line.find(':');
  if (colon != line.npos && !line.starts_with("HTTP/"))
    headers.emplace_back(base::lower(line.substr(0, colon)), base::trimmed(line.substr(colon + 1)));
  return size * count;
}

int Transfer::on_sending(void* self, char*, char*, int, int) {
  return ++static_cast<Transfer*>(self)->times_sent_ == 1 ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// libcurl calls this at least once a second, and ends the exchange if it returns another number than 0.
int Transfer::on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Transfer*>(self)->request_.is_abandoned() ? 1 : 0;
}

HttpResult fetch(HttpRequest request) {
  Transfer transfer;
  transfer.begin(std::move(request));
  return transfer.end(curl().easy_perform(transfer.handle()));
}

}  // namespace partita::client
