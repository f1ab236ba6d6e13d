#include "auth/verifier.h"

#include <absl/strings/string_view.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "auth/claimed_time.h"
#include "auth/signing_key.h"
#include "base/text.h"
#include "base/try.h"

namespace partita::auth {
namespace {

constexpr std::int64_t kToleranceS = 5 * 60;
constexpr std::int64_t kLongestLifeS = 7 * 24 * 60 * 60;
constexpr std::size_t kKeptBytes = 16 << 10;  // of a buffer between requests
constexpr std::size_t kLongestRegion = 64;
// The service's requests have few of both. The limits bound the work on a request that nobody has signed.
constexpr std::size_t kMostParameters = 100;
constexpr std::size_t kMostFields = 1000;

unexpected<Error> wrong(std::string message) { return fail(ErrorCode::InvalidSignatureException, std::move(message)); }

bool is_region(std::string_view text) {
  return !text.empty() && text.size() <= kLongestRegion && std::all_of(text.begin(), text.end(), [](char c) {
    const char letter = base::lower(c);
    return (letter >= 'a' && letter <= 'z') || base::is_digit(c) || c == '-' || c == '_';
  });
}

absl::string_view absl_view(std::string_view text) { return {text.data(), text.size()}; }

Result<void> check_size(const RequestParts& request) {
  if (std::ranges::count(request.query, '&') >= static_cast<std::ptrdiff_t>(kMostParameters))
    return wrong(fmt::format("The query has more than {} parameters.", kMostParameters));
  if (request.fields->size() > kMostFields)
    return wrong(fmt::format("The request has more than {} header fields.", kMostFields));
  return {};
}

// A refusal repeats parts of the request, which may have any bytes, but the text of an error is JSON in UTF-8.
void make_printable(std::string& text) {
  for (char& c : text)
    if ((c < ' ' && c != '\n') || c == '\x7f') c = '?';
}

// Names in another order or twice would let one field stand in the canonical request many times.
Result<void> check_signed_headers(const Claims& claims, bool has_target) {
  bool host = false, target = false, ascending = true;
  std::size_t count = 0;
  std::string_view before;
  for_each_name(claims.signed_headers, [&](std::string_view name) {
    host = host || name == "host";
    target = target || name == "x-amz-target";
    ascending = ascending && before < name;
    before = name;
    return ++count <= Verifier::kMostSignedHeaders;
  });
  if (count > Verifier::kMostSignedHeaders)
    return wrong(fmt::format("The AWS Authorization has more than {} SignedHeaders.", Verifier::kMostSignedHeaders));
  if (!ascending) return wrong("'SignedHeaders' must be in ascending order, and each header must be named once.");
  if (!host) return wrong("'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.");
  // Otherwise someone who sees a signed GetItem could send the same body as a DeleteItem.
  if (has_target && !target) return wrong("'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.");
  return {};
}

// How long a presigned query is valid. It has the usual tolerance if it does not say.
Result<std::int64_t> life_s(const QueryParameters& query) {
  if (!query.has("X-Amz-Expires")) return kToleranceS;
  const std::string_view text = query["X-Amz-Expires"];
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 1 || seconds > kLongestLifeS)
    return wrong(fmt::format("X-Amz-Expires must be a number of seconds from 1 to {}, got '{}'.", kLongestLifeS, text));
  return seconds;
}

}  // namespace

// The fields that the verifier itself reads, each the first of its name.
struct Verifier::Known {
  std::optional<std::string_view> authorization, date, amz_date, content_hash, security_token;
  bool has_target = false;

  explicit Known(const HeaderFields& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) take(fields[i]);
  }

 private:
  // The switch on the name's length spares most comparisons.
  void take(const HeaderField& field) {
    const auto keep = [&](std::string_view name, std::optional<std::string_view>& value) {
      if (!value && field.name == name) value = field.value;
    };
    switch (field.name.size()) {
      case 4:
        return keep("date", date);
      case 10:
        return keep("x-amz-date", amz_date);
      case 12:
        has_target = has_target || field.name == "x-amz-target";
        return;
      case 13:
        return keep("authorization", authorization);
      case 20:
        keep("x-amz-content-sha256", content_hash);
        return keep("x-amz-security-token", security_token);
      default:
        return;
    }
  }
};

// The time that the request claims, and the time now.
struct Verifier::Moment {
  std::int64_t claimed_ms;
  std::string_view claimed;  // in the basic format; empty if it is a Date header
  std::int64_t now_ms;
};

Verifier::Verifier(const KeyStore& keys, const base::Clock& clock, VerifierOptions options)
    : store_(keys), clock_(clock), options_(std::move(options)), decoy_key_("") {
  refresh_keys();
}

void Verifier::refresh_keys() {
  const std::uint64_t version = store_.version();
  if (version == version_) return;
  // The signing keys point to the old table.
  signing_keys_.clear();
  token_bytes_ = 0;
  // Each request has a reference to the table (Signer). Its count is of this verifier alone, because threads that
  // change one count wait for each other.
  auto own = std::make_shared<std::shared_ptr<const AccessKeys>>(store_.keys());
  const AccessKeys* const table = own->get();
  keys_ = std::shared_ptr<const AccessKeys>(std::move(own), table);
  version_ = version;
}

Result<Signer> Verifier::verify(const RequestParts& request) {
  refresh_keys();
  auto result = check(request);
  if (!result) make_printable(result.error().message);
  query_.clear();
  for (std::string* buffer : {&canonical_, &to_sign_})
    if (buffer->capacity() > kKeptBytes) std::string().swap(*buffer);
  canonical_hash_.shrink(kKeptBytes);
  return result;
}

Result<Signer> Verifier::check(const RequestParts& request) {
  PARTITA_TRY(check_size(request));
  const Known fields(*request.fields);
  PARTITA_TRY_VALUE(claims, read_claims(request, fields));
  PARTITA_TRY(check_signed_headers(claims, fields.has_target));
  PARTITA_TRY_VALUE(moment, check_time(fields, claims));
  std::optional<BasicTime> of_date;
  if (moment.claimed.empty()) moment.claimed = of_date.emplace(moment.claimed_ms).text();
  PARTITA_TRY(check_scope(claims, moment.claimed));
  PARTITA_TRY(check_clock(claims, moment));
  return check_key_and_signature(request, fields, claims, moment);
}

Result<Claims> Verifier::read_claims(const RequestParts& request, const Known& fields) {
  const SignatureParts parts{
      .authorization = fields.authorization, .query = request.query, .has_date = fields.amz_date || fields.date};
  if (const auto plain = plain_claims(parts)) return *plain;
  return parse_claims(parts, query_);
}

Result<Verifier::Moment> Verifier::check_time(const Known& fields, const Claims& claims) const {
  const bool must_be_basic = claims.in_query || fields.amz_date;
  const std::string_view text = claims.in_query   ? query_["X-Amz-Date"]
                                : fields.amz_date ? *fields.amz_date
                                                  : fields.date.value_or(std::string_view());
  if (const auto time_ms = parse_basic_time(text)) return Moment{*time_ms, text, clock_.now_ms()};
  if (const auto time_ms = must_be_basic ? std::nullopt : parse_http_time(text))
    return Moment{*time_ms, {}, clock_.now_ms()};
  return fail(
      ErrorCode::IncompleteSignatureException,
      fmt::format("Date must be in ISO-8601 'basic format'. Got '{}'. See http://en.wikipedia.org/wiki/ISO_8601",
                  text));
}

Result<void> Verifier::check_scope(const Claims& claims, std::string_view time) const {
  const std::string_view date = time.substr(0, 8);
  if (is_region(claims.region) && claims.service == options_.service && claims.terminator == "aws4_request" &&
      claims.date == date)
    return {};
  std::string faults;
  if (!is_region(claims.region))
    faults += fmt::format("Credential should be scoped to a valid region, not '{}'. ", claims.region);
  if (claims.service != options_.service)
    faults += fmt::format("Credential should be scoped to correct service: '{}'. ", options_.service);
  if (claims.terminator != "aws4_request")
    faults += fmt::format("Credential should be scoped with a valid terminator: 'aws4_request', not '{}'. ",
                          claims.terminator);
  if (claims.date != date)
    faults += fmt::format(
        "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '{}' != '{}', from "
        "'{}'.",
        claims.date, date, time);
  return wrong(std::move(faults));
}

Result<void> Verifier::check_clock(const Claims& claims, const Moment& moment) const {
  std::int64_t life = kToleranceS;
  if (claims.in_query) {
    PARTITA_TRY_VALUE(seconds, life_s(query_));
    life = seconds;
  }
  const std::int64_t earliest_ms = moment.now_ms - life * 1000, latest_ms = moment.now_ms + kToleranceS * 1000;
  // The claimed time has whole seconds, so the time now counts in whole seconds too.
  if (moment.claimed_ms / 1000 < earliest_ms / 1000) {
    const std::string span = life % 60 == 0 ? fmt::format("{} min.", life / 60) : fmt::format("{} sec.", life);
    return wrong(fmt::format("Signature expired: {} is now earlier than {} ({} - {})", moment.claimed,
                             BasicTime(earliest_ms).text(), BasicTime(moment.now_ms).text(), span));
  }
  if (moment.claimed_ms / 1000 > latest_ms / 1000)
    return wrong(fmt::format("Signature not yet current: {} is still later than {} ({} + {} min.)", moment.claimed,
                             BasicTime(latest_ms).text(), BasicTime(moment.now_ms).text(), kToleranceS / 60));
  return {};
}

Result<Signer> Verifier::check_key_and_signature(const RequestParts& request, const Known& fields, const Claims& claims,
                                                 const Moment& moment) {
  const auto cached = signing_keys_.find(absl_view(claims.credential));
  const AccessKey* key = cached != signing_keys_.end() ? cached->second.access_key : keys_->find(claims.access_key_id);
  const auto token =
      claims.in_query
          ? (query_.has("X-Amz-Security-Token") ? std::optional(query_["X-Amz-Security-Token"]) : std::nullopt)
          : fields.security_token;
  std::shared_ptr<const AccessKey> session = cached != signing_keys_.end() ? cached->second.session : nullptr;
  if (!key && token && keys_->sessions()) {
    session = keys_->sessions()->find(claims.access_key_id, *token);
    key = session.get();
  }
  std::optional<HmacKey> derived;
  if (cached == signing_keys_.end())
    derived = key ? derive_signing_key(key->secret, claims.date, claims.region, claims.service) : decoy_for(claims);
  // The signature of an unknown key is computed too, so that the time of the answer does not tell which keys exist.
  const bool valid = matches(request, fields, claims, moment.claimed, derived ? *derived : cached->second.key);
  const bool known =
      key && (key->session_token ? token && equal_in_constant_time(*token, *key->session_token) : !token);
  if (!known)
    return fail(ErrorCode::UnrecognizedClientException, "The security token included in the request is invalid.");
  if (key->expires_ms && *key->expires_ms <= moment.now_ms)
    return fail(ErrorCode::ExpiredTokenException, "The security token included in the request is expired");
  if (!valid) return wrong(mismatch());
  // Only valid signatures leave a key here, so that nobody else can fill the map.
  if (derived) keep(claims, {key, *derived, session});
  return Signer{keys_, key, std::string(claims.region), std::move(session)};
}

void Verifier::keep(const Claims& claims, SigningKey key) {
  const std::size_t bytes = key.session && key.session->session_token ? key.session->session_token->size() : 0;
  if (signing_keys_.size() >= kMostSigningKeys || token_bytes_ + bytes > options_.most_token_bytes) {
    signing_keys_.clear();
    token_bytes_ = 0;
  }
  signing_keys_.emplace(std::string(claims.credential), std::move(key));
  token_bytes_ += bytes;
}

HmacKey Verifier::decoy_for(const Claims& claims) {
  if (claims.scope != decoy_scope_) {
    decoy_key_ = derive_signing_key("", claims.date, claims.region, claims.service);
    decoy_scope_ = claims.scope;
  }
  return decoy_key_;
}

bool Verifier::matches(const RequestParts& request, const Known& fields, const Claims& claims, std::string_view time,
                       const HmacKey& key) {
  const HexDigest payload = hex(sha256(request.body));
  canonical_.clear();
  append_canonical_request(canonical_, request, claims.signed_headers, view(payload));
  to_sign_.clear();
  append_string_to_sign(to_sign_, time, claims.scope, canonical_hash_.of(canonical_));
  const HexDigest signature = hex(key.of(to_sign_));
  const bool body_matches = !fields.content_hash || *fields.content_hash == view(payload);
  return equal_in_constant_time(view(signature), claims.signature) && body_matches;
}

std::string Verifier::mismatch() const {
  constexpr std::string_view kText =
      "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key "
      "and signing method. Consult the service documentation for details.";
  if (options_.explain == Explain::No) return std::string(kText);
  return fmt::format(
      "{}\n\nThe Canonical String for this request should have been\n'{}'\n\nThe String-to-Sign should have "
      "been\n'{}'\n",
      kText, canonical_, to_sign_);
}

}  // namespace partita::auth
