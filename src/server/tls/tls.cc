#include "server/tls/tls.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <ctime>
#include <vector>

#include "base/try.h"
#include "server/tls/freeing.h"

namespace partita::server {
namespace {

using Context = std::unique_ptr<SSL_CTX, FreeWith<SSL_CTX_free>>;
using Certificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using Memory = std::unique_ptr<BIO, FreeWith<BIO_free>>;

// The suites of TLS 1.2 whose keys are ephemeral and whose ciphers are authenticated. AES of 128 bits comes first,
// because it is the quickest.
constexpr const char* kCiphers12 =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* kCiphers13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
constexpr const char* kGroups = "X25519:P-256:P-384";

// Sessions of another program that has the same ticket keys would not be resumed.
constexpr unsigned char kSessionContext[] = "partita";

// Of a client. OpenSSL's own limit of 100 KB lets a stranger keep a loop busy for a tenth of a second.
constexpr long kMostChainBytes = 16 << 10;
constexpr int kMostChainLinks = 4;
// Of the server. Clients refuse longer chains.
constexpr std::size_t kMostCertificates = 10;

// OpenSSL's own word for the last failure of this thread.
std::string tls_reason() {
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  return reason ? reason : "unknown reason";
}

Memory reader_of(const std::string& pem) { return Memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))); }

// Called if a key is encrypted. A server has no user who could type a passphrase.
int note_passphrase(char*, int, int, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

expected<std::vector<Certificate>, std::string> read_certificates(const std::string& pem, const std::string& name) {
  ERR_clear_error();
  const Memory reader = reader_of(pem);
  std::vector<Certificate> certificates;
  while (X509* const certificate = PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr))
    certificates.emplace_back(certificate);
  const auto end = ERR_peek_last_error();
  const bool at_end = ERR_GET_LIB(end) == ERR_LIB_PEM && ERR_GET_REASON(end) == PEM_R_NO_START_LINE;
  if (!at_end)
    return unexpected(fmt::format("{} is damaged ({}); give a file of PEM certificates", name, tls_reason()));
  if (certificates.empty())
    return unexpected(
        fmt::format("{} has no certificate; give a PEM file, which begins with -----BEGIN CERTIFICATE-----", name));
  ERR_clear_error();
  return certificates;
}

expected<PrivateKey, std::string> read_key(const std::string& pem, const std::string& name) {
  ERR_clear_error();
  bool encrypted = false;
  PrivateKey key(PEM_read_bio_PrivateKey(reader_of(pem).get(), nullptr, note_passphrase, &encrypted));
  if (encrypted)
    return unexpected(fmt::format(
        "{} is encrypted, and a server cannot ask for its passphrase; decrypt it with: openssl pkey -in FILE -out FILE",
        name));
  if (!key)
    return unexpected(
        fmt::format("{} has no private key that can be read; give a PEM file, which has a line -----BEGIN PRIVATE "
                    "KEY-----",
                    name));
  return key;
}

std::int64_t seconds_of(const ASN1_TIME* time) {
  std::tm parts{};
  return ASN1_TIME_to_tm(time, &parts) == 1 ? std::int64_t{timegm(&parts)} : 0;
}

// Chooses HTTP/1.1. A client that speaks only other protocols is refused, so that its bytes are never taken for HTTP.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size, const unsigned char* offered,
                    unsigned offered_size, void*) {
  static constexpr unsigned char kHttp[] = "\x08http/1.1";
  unsigned char* found = nullptr;
  if (SSL_select_next_proto(&found, chosen_size, kHttp, sizeof kHttp - 1, offered, offered_size) !=
      OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

bool set_rules(SSL_CTX* context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                   SSL_OP_PRIORITIZE_CHACHA);
  // A server must not send certificates of the client CA as a part of its own chain.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_NO_AUTO_CHAIN);
  // One call of the system reads a whole record, or several.
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_set_max_proto_version(context, 0) == 1 && SSL_CTX_set_cipher_list(context, kCiphers12) == 1 &&
         SSL_CTX_set_ciphersuites(context, kCiphers13) == 1 && SSL_CTX_set1_groups_list(context, kGroups) == 1 &&
         SSL_CTX_set_session_id_context(context, kSessionContext, sizeof kSessionContext - 1) == 1;
}

expected<void, std::string> use_identity(SSL_CTX* context, std::vector<Certificate> chain, PrivateKey key,
                                         const TlsIdentity& identity) {
  if (X509_check_private_key(chain.front().get(), key.get()) != 1)
    return unexpected(fmt::format("{} does not belong to {}; give the key with which that certificate was made",
                                  identity.key_name, identity.certificate_name));
  if (SSL_CTX_use_certificate(context, chain.front().get()) != 1)
    return unexpected(
        fmt::format("{} cannot be used ({}); give a certificate with a key of elliptic curves, or of RSA "
                    "with 2048 bits or more",
                    identity.certificate_name, tls_reason()));
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1)
    return unexpected(fmt::format("{} cannot be used ({}); give another key", identity.key_name, tls_reason()));
  for (std::size_t i = 1; i < chain.size(); ++i) {
    if (SSL_CTX_add1_chain_cert(context, chain[i].get()) != 1)
      return unexpected(fmt::format("certificate {} in {} cannot be used ({}); leave it out or replace it", i + 1,
                                    identity.certificate_name, tls_reason()));
  }
  return {};
}

// Makes clients show a certificate that one of `authorities` vouches for, be it a root or not.
bool ask_clients(SSL_CTX* context, const std::vector<Certificate>& authorities) {
  // A resumed session would not show its certificate again, which may have expired since.
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  if (SSL_CTX_set_num_tickets(context, 0) != 1) return false;
  // A stranger's chain is checked too, which costs time and memory by its length.
  SSL_CTX_set_max_cert_list(context, kMostChainBytes);
  SSL_CTX_set_verify_depth(context, kMostChainLinks);
  X509_STORE* const trusted = SSL_CTX_get_cert_store(context);
  X509_STORE_set_flags(trusted, X509_V_FLAG_PARTIAL_CHAIN);
  for (const Certificate& authority : authorities) {
    if (X509_STORE_add_cert(trusted, authority.get()) != 1 || SSL_CTX_add_client_CA(context, authority.get()) != 1)
      return false;
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return true;
}

std::string utc_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

}  // namespace

void FreeTlsSession::operator()(ssl_st* session) const noexcept { SSL_free(session); }

expected<void, std::string> Tls::load() {
  PARTITA_TRY_VALUE(identity, identity_());
  PARTITA_TRY_VALUE(chain, read_certificates(identity.certificate, identity.certificate_name));
  if (chain.size() > kMostCertificates)
    return unexpected(
        fmt::format("{} has {} certificates; give the server's own and those between it and the root, {} "
                    "at most",
                    identity.certificate_name, chain.size(), kMostCertificates));
  PARTITA_TRY_VALUE(key, read_key(identity.key, identity.key_name));
  const std::int64_t from_s = seconds_of(X509_get0_notBefore(chain.front().get()));
  const std::int64_t until_s = seconds_of(X509_get0_notAfter(chain.front().get()));

  Context context(SSL_CTX_new(TLS_server_method()));
  if (!context || !set_rules(context.get()))
    return unexpected(fmt::format("OpenSSL does not allow Partita's settings for TLS ({}); check the file openssl.cnf",
                                  tls_reason()));
  PARTITA_TRY(use_identity(context.get(), std::move(chain), std::move(key), identity));
  if (!identity.client_ca.empty()) {
    PARTITA_TRY_VALUE(authorities, read_certificates(identity.client_ca, identity.client_ca_name));
    if (!ask_clients(context.get(), authorities))
      return unexpected(fmt::format("{} cannot be used ({})", identity.client_ca_name, tls_reason()));
  }

  const std::int64_t now_s = std::time(nullptr);
  const std::string_view validity = now_s > until_s ? "expired" : now_s < from_s ? "not_valid_yet" : "valid";
  asks_clients_.store(!identity.client_ca.empty(), std::memory_order_relaxed);
  valid_until_s_.store(until_s, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    context_ = std::shared_ptr<SSL_CTX>(std::move(context));
  }
  // This comes last, because who reads the line may connect at once.
  if (log_)
    log_(validity == "valid" ? LogLevel::Info : LogLevel::Warning,
         fmt::format("event=tls_certificate state={} valid_from={} valid_until={} client_certificates={}", validity,
                     utc_text(from_s), utc_text(until_s), identity.client_ca.empty() ? "no" : "required"));
  return {};
}

std::shared_ptr<ssl_ctx_st> Tls::context() const {
  const std::lock_guard lock(mutex_);
  return context_;
}

TlsSession Tls::new_session() const { return TlsSession(SSL_new(context().get())); }

}  // namespace partita::server
