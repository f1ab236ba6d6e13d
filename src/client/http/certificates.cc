#include "client/http/certificates.h"

#ifdef PARTITA_STATIC
#include <unistd.h>

#include <array>
#include <cstdlib>
#endif

namespace partita::client {

#ifdef PARTITA_STATIC
std::string_view mozilla_certificates();  // embedded (cmake/static.cmake)

namespace {

// Source: Go's crypto/x509/root_linux.go, which has the places of the distributions.
constexpr std::array kPlaces = {
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Alpine, Arch, Gentoo
    "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, Red Hat before 6
    "/etc/ssl/ca-bundle.pem",                             // openSUSE
    "/etc/pki/tls/cacert.pem",                            // OpenELEC
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat from 7
    "/etc/ssl/cert.pem",                                  // Alpine
};

}  // namespace

Certificates find_certificates() {
  if (const char* const named = std::getenv("SSL_CERT_FILE"); named != nullptr && *named != '\0') return {named, {}};
  for (const char* const place : kPlaces)
    if (access(place, R_OK) == 0) return {place, {}};
  return {{}, mozilla_certificates()};
}
#else
Certificates find_certificates() { return {}; }
#endif

}  // namespace partita::client
