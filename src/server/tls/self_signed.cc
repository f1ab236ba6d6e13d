#include "server/tls/self_signed.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/try.h"
#include "server/tls/freeing.h"

namespace partita::server {
namespace {

using NewCertificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using NewKey = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using NewExtension = std::unique_ptr<X509_EXTENSION, FreeWith<X509_EXTENSION_free>>;
using NewText = std::unique_ptr<BIO, FreeWith<BIO_free>>;

constexpr long kHourS = 60 * 60, kDayS = 24 * kHourS;
constexpr long kValidS = 365 * kDayS, kRenewedBeforeS = 30 * kDayS;

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> bytes;
  return inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

// The names and addresses under which clients reach a server on `host`, in addition to those of loopback.
std::string further_name(const std::string& host) {
  if (host == "localhost" || host == "127.0.0.1" || host == "::1") return {};
  if (host != "0.0.0.0" && host != "::") return host;
  char name[HOST_NAME_MAX + 1] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string alternative_names(const std::string& host) {
  std::string names = "DNS:localhost,IP:127.0.0.1,IP:::1";
  if (const std::string further = further_name(host); !further.empty())
    names += fmt::format(",{}:{}", is_address(further) ? "IP" : "DNS", further);
  return names;
}

template <class Write>
std::string pem_of(Write write) {
  const NewText out(BIO_new(BIO_s_mem()));
  if (!out || write(out.get()) != 1) return {};
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

bool add_extension(X509* certificate, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const NewExtension extension(X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
  return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

// Clients must never accept a certificate that this one has signed, so it is not that of an authority.
bool fill(X509* certificate, EVP_PKEY* key, const std::string& host) {
  std::array<unsigned char, 16> serial;
  base::fill_randomly(std::as_writable_bytes(std::span(serial)));
  serial[0] &= 0x7f;
  const std::unique_ptr<BIGNUM, FreeWith<BN_free>> number(BN_bin2bn(serial.data(), serial.size(), nullptr));
  X509_NAME* const name = X509_get_subject_name(certificate);
  return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) &&
         X509_set_version(certificate, X509_VERSION_3) == 1 &&
         // The clock of a client may be slow.
         X509_gmtime_adj(X509_getm_notBefore(certificate), -kHourS) &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), kValidS) && X509_set_pubkey(certificate, key) == 1 &&
         X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                                    reinterpret_cast<const unsigned char*>("Partita, self-signed"), -1, -1, 0) == 1 &&
         X509_set_issuer_name(certificate, name) == 1 &&
         add_extension(certificate, NID_subject_key_identifier, "hash") &&
         add_extension(certificate, NID_authority_key_identifier, "keyid:always") &&
         add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
         add_extension(certificate, NID_key_usage, "critical,digitalSignature") &&
         add_extension(certificate, NID_ext_key_usage, "serverAuth") &&
         add_extension(certificate, NID_subject_alt_name, alternative_names(host)) &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

unexpected<std::string> cannot_write(const std::string& path) {
  return unexpected(
      fmt::format("cannot write {}: {}; let this user write into that directory, or give a certificate "
                  "with --tls-certificate and --tls-key",
                  path, std::strerror(errno)));
}

// Replaces the file as a whole.
expected<void, std::string> write_file(const std::string& path, std::string_view text, mode_t mode) {
  const std::string unfinished = path + ".new";
  ::unlink(unfinished.c_str());
  const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file < 0) return cannot_write(unfinished);
  bool written = true;
  while (written && !text.empty()) {
    const ssize_t put = ::write(file, text.data(), text.size());
    if (put > 0)
      text.remove_prefix(static_cast<std::size_t>(put));
    else if (errno != EINTR)
      written = false;
  }
  written = written && ::fsync(file) == 0;
  ::close(file);
  if (!written || ::rename(unfinished.c_str(), path.c_str()) != 0) return cannot_write(path);
  return {};
}

bool names(X509* certificate, const std::string& name) {
  if (is_address(name)) return X509_check_ip_asc(certificate, name.c_str(), 0) == 1;
  return X509_check_host(certificate, name.data(), name.size(), 0, nullptr) == 1;
}

// Whether the identity can be used for 30 more days under all names that a new one would have.
bool is_usable(const TlsIdentity& identity, const std::string& host) {
  const NewText text(BIO_new_mem_buf(identity.certificate.data(), static_cast<int>(identity.certificate.size())));
  const NewText key_text(BIO_new_mem_buf(identity.key.data(), static_cast<int>(identity.key.size())));
  const NewCertificate certificate(PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr));
  const NewKey key(PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, const_cast<char*>("")));
  if (!certificate || !key || X509_check_private_key(certificate.get(), key.get()) != 1) return false;
  std::time_t later = std::time(nullptr) + kRenewedBeforeS;
  const std::string further = further_name(host);
  return X509_cmp_time(X509_get0_notAfter(certificate.get()), &later) > 0 && names(certificate.get(), "localhost") &&
         (further.empty() || names(certificate.get(), further));
}

}  // namespace

expected<TlsIdentity, std::string> make_self_signed(const std::string& host) {
  const NewKey key(EVP_EC_gen("P-256"));
  const NewCertificate certificate(X509_new());
  if (!key || !certificate || !fill(certificate.get(), key.get(), host))
    return unexpected(fmt::format("OpenSSL could not make a certificate for {}", host));
  TlsIdentity identity{.certificate = pem_of([&](BIO* out) { return PEM_write_bio_X509(out, certificate.get()); }),
                       .key = pem_of([&](BIO* out) {
                         return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
                       })};
  identity.certificate_name = "the self-signed certificate";
  identity.key_name = "its key";
  return identity;
}

expected<TlsFiles, std::string> keep_self_signed(const std::string& directory, const std::string& host) {
  TlsFiles files{.certificate = directory + "/tls.crt", .key = directory + "/tls.key"};
  if (const auto kept = read_tls_files(files); kept && is_usable(*kept, host)) return files;
  PARTITA_TRY_VALUE(made, make_self_signed(host));
  // After a crash between the two, the next start finds that they do not belong to each other.
  PARTITA_TRY(write_file(files.key, made.key, S_IRUSR | S_IWUSR));
  PARTITA_TRY(write_file(files.certificate, made.certificate, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH));
  return files;
}

}  // namespace partita::server
