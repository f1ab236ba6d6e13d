#include "server/request.h"

namespace partita::server {

void Request::clear() {
  method = Method::Other;
  http_1_1 = true;
  has_host = expects_continue = has_date = false;
  for (Field* field : {&content_type, &amz_target, &authorization, &origin, &allow_headers, &allow_method}) {
    field->present = false;
    field->value.clear();
  }
  for (std::string* text : {&target, &host, &accept_encoding, &content_encoding, &body}) text->clear();
  if (body.capacity() > kKeptBody) body = std::string();
}

}  // namespace partita::server
