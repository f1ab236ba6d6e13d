// The options of `partita serve` for TLS.
#pragma once

#include <partita/expected.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "server/tls/tls.h"
#include "server/tls/tls_files.h"

namespace partita::tools {

struct TlsOptions {
  server::TlsFiles files;
  bool self_signed = false;

  bool wanted() const { return self_signed || !files.certificate.empty(); }
};

void add_tls_options(CLI::App& app, TlsOptions& options);

// A directory of this process, which goes with the object.
class TemporaryPlace {
 public:
  static expected<std::unique_ptr<TemporaryPlace>, std::string> make();
  ~TemporaryPlace();
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryPlace(std::filesystem::path path) : path_(std::move(path)) {}
  const std::filesystem::path path_;
};

struct ServedTls {
  server::LoadTlsIdentity identity;       // empty without TLS
  std::string self_signed_path;           // the file that clients must trust; empty if there is none
  std::unique_ptr<TemporaryPlace> place;  // of that file, if there is no data directory
};

// `data` is the data directory, which must exist, or empty for a database in memory.
// Errors: a text of one line with advice, if a file cannot be written. The other files are read later.
expected<ServedTls, std::string> prepare_tls(const TlsOptions& options, const std::string& data,
                                             const std::string& host);

}  // namespace partita::tools
