#include "build_info.h"

#include <absl/base/config.h>
#include <curl/curlver.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <rocksdb/version.h>
#include <spdlog/version.h>
#include <xxhash.h>
#include <zlib.h>

#include <boost/version.hpp>

namespace partita::tools {
namespace {

#ifndef PARTITA_COMMIT
#define PARTITA_COMMIT ""
#endif

std::string triple(int number, int major_step, int minor_step) {
  return fmt::format("{}.{}.{}", number / major_step, number / minor_step % (major_step / minor_step),
                     number % minor_step);
}

}  // namespace

std::string build_info() {
#ifdef PARTITA_STATIC
  constexpr std::string_view kBuild = "static", kCurl = LIBCURL_VERSION;
#else
  // libcurl is loaded when a connection needs it, so it is that of the machine.
  constexpr std::string_view kBuild = "shared", kCurl = "of the machine";
#endif
#ifdef __aarch64__
  constexpr std::string_view kArchitecture = "arm64";
#else
  constexpr std::string_view kArchitecture = "amd64";
#endif
  constexpr std::string_view kCommit = PARTITA_COMMIT;
  return fmt::format(
      R"({{"version":"{}","commit":{},"build":"{}","architecture":"{}","compiler":"{}","libraries":{{)"
      R"("abseil":"{}","boost":"{}","curl":"{}","fmt":"{}","openssl":"{}","rocksdb":"{}","simdjson":"{}","spdlog":"{}",)"
      R"("xxhash":"{}","zlib":"{}"}}}})",
      PARTITA_VERSION, kCommit.empty() ? "null" : fmt::format("\"{}\"", kCommit), kBuild, kArchitecture,
      "GCC " __VERSION__, ABSL_LTS_RELEASE_VERSION, triple(BOOST_VERSION, 100'000, 100), kCurl,
      triple(FMT_VERSION, 10'000, 100), OpenSSL_version(OPENSSL_VERSION_STRING),
      fmt::format("{}.{}.{}", ROCKSDB_MAJOR, ROCKSDB_MINOR, ROCKSDB_PATCH), PARTITA_SIMDJSON_VERSION,
      triple(SPDLOG_VERSION, 10'000, 100),
      fmt::format("{}.{}.{}", XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE), zlibVersion());
}

}  // namespace partita::tools
