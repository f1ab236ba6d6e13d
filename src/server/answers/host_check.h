// Checks of Host fields. One of them guards against DNS rebinding. A web page whose name is made to resolve to
// 127.0.0.1 can reach a server on loopback, but the browser sends that page's name as Host.
#pragma once

#include <string_view>

namespace partita::server {

// Whether a Host field names this machine. Accepts localhost, a name under it, 127.0.0.0/8 and [::1], each with or
// without a port.
bool is_loopback_host(std::string_view host);

// Whether a Host field is an address, or a name that no public name server gives: one that is_loopback_host() accepts,
// one without a dot, such as that of a container, or one under internal, local, svc or localhost.
bool is_network_host(std::string_view host);

// Whether a client can call the host of a Host field. Accepts a name, an IPv4 address and an IPv6 address in brackets,
// each with or without a port.
bool is_callable_host(std::string_view host);

}  // namespace partita::server
