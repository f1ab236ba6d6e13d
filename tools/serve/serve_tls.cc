#include "serve_tls.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "base/try.h"
#include "server/tls/self_signed.h"

namespace partita::tools {

void add_tls_options(CLI::App& app, TlsOptions& options) {
  auto* certificate =
      app.add_option(
             "--tls-certificate", options.files.certificate,
             "serve https with this certificate: a PEM file with the server's certificate, then those between it "
             "and the root; read again on SIGHUP")
          ->type_name("FILE");
  auto* key = app.add_option("--tls-key", options.files.key,
                             "the certificate's key, a PEM file that is not encrypted and that only its owner can read")
                  ->type_name("FILE")
                  ->needs(certificate);
  certificate->needs(key);
  auto* self_signed =
      app.add_flag("--tls-self-signed", options.self_signed,
                   "serve https with a certificate that is made for it, signed only by itself and valid for a year; it "
                   "is kept in the data directory as tls.crt, which clients must be told to trust")
          ->excludes(certificate)
          ->excludes(key);
  app.add_option_function<std::string>(
         "--tls-client-ca",
         [&options, certificate, self_signed](const std::string& file) {
           if (certificate->count() == 0 && self_signed->count() == 0)
             throw CLI::ValidationError("--tls-client-ca", "needs --tls-certificate or --tls-self-signed");
           options.files.client_ca = file;
         },
         "let only clients connect that show a certificate which this PEM file vouches for; read again on SIGHUP")
      ->type_name("FILE");
}

expected<std::unique_ptr<TemporaryPlace>, std::string> TemporaryPlace::make() {
  std::error_code no_directory;
  std::string path = (std::filesystem::temp_directory_path(no_directory) / "partita-XXXXXX").string();
  if (no_directory || !mkdtemp(path.data()))
    return unexpected(
        fmt::format("cannot make a directory {} for the certificate: {}; set TMPDIR to a directory that "
                    "this user may write, or use --data",
                    path, no_directory ? no_directory.message() : std::strerror(errno)));
  return std::unique_ptr<TemporaryPlace>(new TemporaryPlace(path));
}

TemporaryPlace::~TemporaryPlace() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

expected<ServedTls, std::string> prepare_tls(const TlsOptions& options, const std::string& data,
                                             const std::string& host) {
  ServedTls served;
  if (!options.wanted()) return served;
  if (!options.self_signed) {
    served.identity = [files = options.files] { return server::read_tls_files(files); };
    return served;
  }
  std::string directory = data;
  if (directory.empty()) {
    PARTITA_TRY_VALUE(place, TemporaryPlace::make());
    served.place = std::move(place);
    directory = served.place->path().string();
  }
  // Made here too, so that the path is known before the server starts.
  PARTITA_TRY_VALUE(files, server::keep_self_signed(directory, host));
  served.self_signed_path = std::filesystem::absolute(files.certificate).lexically_normal().string();
  served.identity = [directory, host,
                     client_ca = options.files.client_ca]() -> expected<server::TlsIdentity, std::string> {
    PARTITA_TRY_VALUE(kept, server::keep_self_signed(directory, host));
    kept.client_ca = client_ca;
    return server::read_tls_files(kept);
  };
  return served;
}

}  // namespace partita::tools
