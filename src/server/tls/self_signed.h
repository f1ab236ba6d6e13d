// Makes certificates that are signed only by themselves, for a first try of TLS. A client must be told to trust one.
#pragma once

#include <partita/expected.h>

#include <string>

#include "server/tls/tls.h"
#include "server/tls/tls_files.h"

namespace partita::server {

// Makes a key of the curve P-256 and a certificate for it, which is valid for a year from now. It names localhost,
// 127.0.0.1, ::1 and `host`; if `host` is the address of all interfaces, it names this machine's host name.
// Errors: a text of one line, if OpenSSL fails.
expected<TlsIdentity, std::string> make_self_signed(const std::string& host);

// Writes a certificate and its key into tls.crt and tls.key in `directory`, unless both are there, belong to each
// other, name `host` and are valid for 30 more days. Only the owner can read the key. Errors: a text of one line with
// advice, if a file cannot be written.
expected<TlsFiles, std::string> keep_self_signed(const std::string& directory, const std::string& host);

}  // namespace partita::server
