// Reads a server's identity for TLS from files.
#pragma once

#include <partita/expected.h>

#include <string>

#include "server/tls/tls.h"

namespace partita::server {

struct TlsFiles {
  std::string certificate;     // PEM: the server's certificate, then those between it and the root
  std::string key;             // PEM, not encrypted, readable by its owner only
  std::string client_ca = {};  // PEM; if empty, clients need no certificate
};

// Errors: a text of one line with advice, if a file cannot be read or if others than its owner may read the key. Files
// in the directory $CREDENTIALS_DIRECTORY may have any permissions, because systemd lets only the service into it.
expected<TlsIdentity, std::string> read_tls_files(const TlsFiles& files);

}  // namespace partita::server
