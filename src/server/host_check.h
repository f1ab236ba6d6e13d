// What a Host field says. And the guard against DNS rebinding: a web page whose name is made to resolve to 127.0.0.1 reaches a server on loopback,
// but the browser sends that page's name as Host.
#pragma once

#include <string_view>

namespace partita::server {

// Whether a Host field names this machine: localhost or a name under it, 127.0.0.0/8 or [::1], with any port.
bool is_loopback_host(std::string_view host);

// Whether a Host field is a host that a client can call: a name, an IPv4 address or a bracketed IPv6 one, with or without
// a port.
bool is_callable_host(std::string_view host);

}  // namespace partita::server
