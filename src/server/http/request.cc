#include "server/http/request.h"

namespace partita::server {

template <class Visit>
void Request::for_each_text(Visit visit) {
  for (Field* field : {&content_type, &amz_target, &authorization, &origin, &allow_headers, &allow_method})
    visit(field->value);
  for (std::string* text : {&target, &host, &accept_encoding, &content_encoding, &body, &account, &region})
    visit(*text);
}

void Request::clear(std::size_t most_kept) {
  method = Method::Other;
  http_1_1 = true;
  has_host = expects_continue = has_date = accepts_openmetrics = false;
  caller.reset();
  for (Field* field : {&content_type, &amz_target, &authorization, &origin, &allow_headers, &allow_method})
    field->present = false;
  for_each_text([](std::string& text) { text.clear(); });
  fields.clear();
  if (fields.capacity() > kKeptBytes) fields.release();
  if (body.capacity() > most_kept) server::release(body);
}

void Request::release() {
  clear();
  for_each_text([](std::string& text) { server::release(text); });
  fields.release();
}

}  // namespace partita::server
