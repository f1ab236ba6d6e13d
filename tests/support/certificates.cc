#include "support/certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <stdexcept>

namespace partita::test {
namespace {

template <auto kFree>
struct Freeing {
  template <class T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freeing<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freeing<X509_EXTENSION_free>>;

enum class Kind : std::uint8_t { Authority, Leaf };

template <class Write>
std::string pem(Write write) {
  const std::unique_ptr<BIO, Freeing<BIO_free>> memory(BIO_new(BIO_s_mem()));
  if (write(memory.get()) != 1) throw std::runtime_error("no PEM");
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  return pem([&](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}
std::string pem_of(EVP_PKEY* key) {
  return pem([&](BIO* out) { return PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

void add(X509* certificate, int what, const char* value) {
  const Extension extension(X509V3_EXT_conf_nid(nullptr, nullptr, what, value));
  X509_add_ext(certificate, extension.get(), -1);
}

void set_validity(X509* certificate, Validity validity) {
  const char* from = validity == Validity::NotBegun ? "99980101000000Z" : "20000101000000Z";
  const char* until = validity == Validity::Ended ? "20010101000000Z" : "99991231235959Z";
  if (ASN1_TIME_set_string_X509(X509_getm_notBefore(certificate), from) != 1 ||
      ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), until) != 1)
    throw std::runtime_error("no time");
}

// Numbers tell certificates and authorities of the same name apart.
long next_number() {
  static std::atomic<long> number{1};
  return number++;
}

// If `issuer` is nullptr, the certificate is signed by itself.
Certificate certify(EVP_PKEY* key, const std::string& name, Kind kind, Validity validity, X509* issuer,
                    EVP_PKEY* issuer_key) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), next_number());
  set_validity(certificate.get(), validity);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* const subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                             0);
  X509_set_issuer_name(certificate.get(), issuer ? X509_get_subject_name(issuer) : subject);
  add(certificate.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1");
  add(certificate.get(), NID_basic_constraints, kind == Kind::Authority ? "critical,CA:TRUE" : "critical,CA:FALSE");
  if (X509_sign(certificate.get(), issuer ? issuer_key : key, EVP_sha256()) == 0)
    throw std::runtime_error("no certificate");
  return certificate;
}

}  // namespace

Identity make_self_signed() {
  const Key key(EVP_EC_gen("P-256"));
  const auto certificate = certify(key.get(), "test", Kind::Authority, Validity::Now, nullptr, nullptr);
  return {pem_of(certificate.get()), pem_of(key.get())};
}

struct Authority::Pair {
  Key key;
  Certificate certificate;
};

Authority::Authority(std::unique_ptr<Pair> pair) : pair_(std::move(pair)) {}
Authority::Authority(Authority&&) noexcept = default;
Authority::~Authority() = default;

Authority::Authority() : pair_(std::make_unique<Pair>()) {
  pair_->key.reset(EVP_EC_gen("P-256"));
  pair_->certificate = certify(pair_->key.get(), "root " + std::to_string(next_number()), Kind::Authority,
                               Validity::Now, nullptr, nullptr);
}

std::string Authority::certificate() const { return pem_of(pair_->certificate.get()); }

Identity Authority::issue(const std::string& name, Validity validity) const {
  const Key key(EVP_EC_gen("P-256"));
  const auto certificate = certify(key.get(), name, Kind::Leaf, validity, pair_->certificate.get(), pair_->key.get());
  return {pem_of(certificate.get()), pem_of(key.get())};
}

Authority Authority::subordinate() const {
  auto pair = std::make_unique<Pair>();
  pair->key.reset(EVP_EC_gen("P-256"));
  pair->certificate = certify(pair->key.get(), "subordinate " + std::to_string(next_number()), Kind::Authority,
                              Validity::Now, pair_->certificate.get(), pair_->key.get());
  return Authority(std::move(pair));
}

std::string encrypted_key(const Identity& identity) {
  const std::unique_ptr<BIO, Freeing<BIO_free>> reader(
      BIO_new_mem_buf(identity.key.data(), static_cast<int>(identity.key.size())));
  const Key key(PEM_read_bio_PrivateKey(reader.get(), nullptr, nullptr, nullptr));
  const std::string word = "passphrase";
  return pem([&](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey(out, key.get(), EVP_aes_128_cbc(), word.data(), static_cast<int>(word.size()),
                                         nullptr, nullptr);
  });
}

}  // namespace partita::test
