// libcurl, loaded when the first connection needs it. It brings many other libraries, which would cost memory and start
// time in each process that only serves or embeds a database.
#pragma once

#include <curl/curl.h>

#include "partita/error.h"

namespace partita::client {

struct Curl {
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_reset) easy_reset;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_free) free;
  decltype(&::curl_getdate) getdate;
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_multi_add_handle) multi_add_handle;
  decltype(&::curl_multi_cleanup) multi_cleanup;
  decltype(&::curl_multi_info_read) multi_info_read;
  decltype(&::curl_multi_init) multi_init;
  decltype(&::curl_multi_perform) multi_perform;
  decltype(&::curl_multi_poll) multi_poll;
  decltype(&::curl_multi_remove_handle) multi_remove_handle;
  decltype(&::curl_multi_setopt) multi_setopt;
  decltype(&::curl_multi_wakeup) multi_wakeup;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
  decltype(&::curl_url) url;
  decltype(&::curl_url_cleanup) url_cleanup;
  decltype(&::curl_url_get) url_get;
  decltype(&::curl_url_set) url_set;
};

// Loads and initialises libcurl if that was not done yet. May be called from any thread. Errors: InternalServerError if
// libcurl is not installed.
Result<void> load_curl();

// Requires: libcurl can be loaded, which connect() makes sure of.
const Curl& curl();

}  // namespace partita::client
