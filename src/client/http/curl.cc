#include "client/http/curl.h"

#include <dlfcn.h>

#include "base/check.h"

namespace partita::client {
namespace {

constexpr const char* kLibrary = "libcurl.so.4";

Result<Curl> load() {
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  const auto failed = [] {
    return fail(ErrorCode::InternalServerError, std::string("Connecting to an endpoint needs libcurl, which cannot be "
                                                            "loaded: install it (Debian's package libcurl4). ") +
                                                    dlerror());
  };
  if (library == nullptr) return failed();
  Curl out{};
  bool complete = true;
  const auto find = [&]<class Function>(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    complete = complete && function != nullptr;
  };
  find(out.easy_cleanup, "curl_easy_cleanup");
  find(out.easy_getinfo, "curl_easy_getinfo");
  find(out.easy_init, "curl_easy_init");
  find(out.easy_perform, "curl_easy_perform");
  find(out.easy_reset, "curl_easy_reset");
  find(out.easy_setopt, "curl_easy_setopt");
  find(out.easy_strerror, "curl_easy_strerror");
  find(out.free, "curl_free");
  find(out.getdate, "curl_getdate");
  find(out.global_init, "curl_global_init");
  find(out.multi_add_handle, "curl_multi_add_handle");
  find(out.multi_cleanup, "curl_multi_cleanup");
  find(out.multi_info_read, "curl_multi_info_read");
  find(out.multi_init, "curl_multi_init");
  find(out.multi_perform, "curl_multi_perform");
  find(out.multi_poll, "curl_multi_poll");
  find(out.multi_remove_handle, "curl_multi_remove_handle");
  find(out.multi_setopt, "curl_multi_setopt");
  find(out.multi_wakeup, "curl_multi_wakeup");
  find(out.slist_append, "curl_slist_append");
  find(out.slist_free_all, "curl_slist_free_all");
  find(out.url, "curl_url");
  find(out.url_cleanup, "curl_url_cleanup");
  find(out.url_get, "curl_url_get");
  find(out.url_set, "curl_url_set");
  if (!complete) return failed();
  PARTITA_CHECK(out.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK);
  return out;
}

// The library is never unloaded, because its threads and handles may outlive any owner.
const Result<Curl>& loaded() {
  static const Result<Curl> library = load();
  return library;
}

}  // namespace

Result<void> load_curl() {
  if (!loaded()) return unexpected(loaded().error());
  return {};
}

const Curl& curl() {
  PARTITA_CHECK(loaded());
  return *loaded();
}

}  // namespace partita::client
