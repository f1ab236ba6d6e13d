#include "client/http/curl.h"

#include "base/check.h"
#include "base/loaded_library.h"

namespace partita::client {
namespace {

Result<Curl> load() {
  base::LoadedLibrary library("libcurl.so.4");
  Curl out{};
  PARTITA_FIND(library, out.easy_cleanup, curl_easy_cleanup);
  PARTITA_FIND(library, out.easy_getinfo, curl_easy_getinfo);
  PARTITA_FIND(library, out.easy_init, curl_easy_init);
  PARTITA_FIND(library, out.easy_perform, curl_easy_perform);
  PARTITA_FIND(library, out.easy_reset, curl_easy_reset);
  PARTITA_FIND(library, out.easy_setopt, curl_easy_setopt);
  PARTITA_FIND(library, out.easy_strerror, curl_easy_strerror);
  PARTITA_FIND(library, out.free, curl_free);
  PARTITA_FIND(library, out.getdate, curl_getdate);
  PARTITA_FIND(library, out.global_init, curl_global_init);
  PARTITA_FIND(library, out.multi_add_handle, curl_multi_add_handle);
  PARTITA_FIND(library, out.multi_cleanup, curl_multi_cleanup);
  PARTITA_FIND(library, out.multi_info_read, curl_multi_info_read);
  PARTITA_FIND(library, out.multi_init, curl_multi_init);
  PARTITA_FIND(library, out.multi_perform, curl_multi_perform);
  PARTITA_FIND(library, out.multi_poll, curl_multi_poll);
  PARTITA_FIND(library, out.multi_remove_handle, curl_multi_remove_handle);
  PARTITA_FIND(library, out.multi_setopt, curl_multi_setopt);
  PARTITA_FIND(library, out.multi_wakeup, curl_multi_wakeup);
  PARTITA_FIND(library, out.slist_append, curl_slist_append);
  PARTITA_FIND(library, out.slist_free_all, curl_slist_free_all);
  PARTITA_FIND(library, out.url, curl_url);
  PARTITA_FIND(library, out.url_cleanup, curl_url_cleanup);
  PARTITA_FIND(library, out.url_get, curl_url_get);
  PARTITA_FIND(library, out.url_set, curl_url_set);
  if (!library.problem().empty())
    return fail(ErrorCode::InternalServerError,
                "Connecting to an endpoint needs libcurl, which cannot be loaded: install it "
                "(Debian's package libcurl4). " +
                    library.problem());
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
