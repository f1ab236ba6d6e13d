// An endpoint http://host:port or https://host:port, resolved once. With http://key-id:secret@host:port requests are
// signed with that key.
#pragma once

#include <netinet/in.h>

#include <string>

namespace partita::bench {

struct Endpoint {
  // As in the Host header.
  std::string host;
  bool tls = false;
  std::string key_id, secret;  // empty if requests are not signed
  sockaddr_storage address{};
  socklen_t address_bytes = 0;
};

// Ends the program if the URL has another scheme or its host has no address.
Endpoint resolve(const std::string& url);

// A connected socket without Nagle's delay. The caller must close it.
int connect_to(const Endpoint& endpoint);

}  // namespace partita::bench
