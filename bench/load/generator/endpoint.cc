#include "load/generator/endpoint.h"

#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstring>

#include "lib/fatal.h"

namespace partita::bench {

Endpoint resolve(const std::string& url) {
  Endpoint endpoint;
  endpoint.tls = url.starts_with("https://");
  if (!endpoint.tls && !url.starts_with("http://")) fatal(fmt::format("{} is not an http:// or https:// URL", url));
  std::size_t begin = url.find("//") + 2;
  if (const std::size_t at = url.rfind('@'); at != std::string::npos) {
    const std::string key = url.substr(begin, at - begin);
    endpoint.key_id = key.substr(0, key.find(':'));
    endpoint.secret = key.substr(key.find(':') + 1);
    begin = at + 1;
  }
  endpoint.host = url.substr(begin, url.find('/', begin) - begin);
  const std::size_t colon = endpoint.host.rfind(':');
  const std::string name = endpoint.host.substr(0, colon);
  const std::string port = colon == std::string::npos ? (endpoint.tls ? "443" : "80") : endpoint.host.substr(colon + 1);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(name.c_str(), port.c_str(), &hints, &found); error != 0)
    fatal(fmt::format("{}: {}", url, gai_strerror(error)));
  std::memcpy(&endpoint.address, found->ai_addr, found->ai_addrlen);
  endpoint.address_bytes = found->ai_addrlen;
  freeaddrinfo(found);
  return endpoint;
}

int connect_to(const Endpoint& endpoint) {
  const int fd = socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.address_bytes) != 0)
    fatal(fmt::format("cannot connect to {}: {}", endpoint.host, std::strerror(errno)));
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

}  // namespace partita::bench
