// Transfer: one libcurl handle and its current exchange. It can be used again for the next exchange.
//
// libcurl may send a request a second time, on a new connection, if a kept connection turns out to be closed. Transfer
// prevents that, because only the sender of a request can decide whether it may be sent twice.
#pragma once

#include <array>
#include <memory>

#include "client/http/curl.h"
#include "client/http/message.h"

namespace partita::client {

class Transfer {
 public:
  Transfer();
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  // Makes the handle ready to perform `request`.
  void begin(HttpRequest request);
  CURL* handle() { return curl_; }
  // The result of the exchange. Must be called after libcurl reports that it ended with `code`.
  HttpResult end(CURLcode code);

 private:
  template <class T>
  void set(CURLoption option, T value);
  void set_certificates();
  void set_headers();
  HttpFailure failure(CURLcode code) const;

  static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* self);
  static int on_sending(void* self, char*, char*, int, int);
  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

  struct FreeList {
    void operator()(curl_slist* list) const { curl().slist_free_all(list); }
  };

  CURL* const curl_;
  HttpRequest request_;
  std::unique_ptr<curl_slist, FreeList> headers_;
  HttpAnswer answer_;
  int times_sent_ = 0;
  std::array<char, CURL_ERROR_SIZE> problem_{};
};

// Performs `request` on the calling thread and waits for the answer.
HttpResult fetch(HttpRequest request);

}  // namespace partita::client
