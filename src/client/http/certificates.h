// The certificates of the authorities that an endpoint's certificate may be signed by, if the caller names no file of
// them.
#pragma once

#include <string>
#include <string_view>

namespace partita::client {

struct Certificates {
  std::string file;         // a file in the PEM format; empty: `inside`, or libcurl's own choice
  std::string_view inside;  // the text of such a file, which lives as long as the program
};

// Of a program that has its libraries inside (PARTITA_STATIC), whose OpenSSL looks only in Debian's places: the file
// that the environment names in SSL_CERT_FILE, otherwise the file of this Linux, otherwise Mozilla's certificates as
// they were when the program was made. Of other programs: neither, because their libcurl knows the machine.
Certificates find_certificates();

}  // namespace partita::client
