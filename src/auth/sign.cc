#include "auth/sign.h"

#include <fmt/format.h>

#include <set>

#include "auth/canonical_request.h"
#include "auth/claimed_time.h"
#include "auth/signing_key.h"

namespace partita::auth {
namespace {

std::string signed_names(const HeaderFields& fields) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < fields.size(); ++i) names.emplace(fields[i].name);
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ";").append(name);
  return list;
}

}  // namespace

Headers sign(const SigningRequest& request, const Credentials& credentials) {
  const BasicTime time(request.now_ms);
  Headers added{{"X-Amz-Date", std::string(time.text())}};
  if (credentials.session_token) added.emplace_back("X-Amz-Security-Token", *credentials.session_token);

  HeaderFields fields;
  for (const Headers* headers : {&request.headers, &std::as_const(added)})
    for (const auto& [name, value] : *headers) fields.add(name, value);
  const std::string names = signed_names(fields);
  const std::string scope = fmt::format("{}/{}/{}/aws4_request", time.date(), request.region, request.service);
  std::string canonical, to_sign;
  const PathForm path_form = request.service == kS3Service ? PathForm::AsSent : PathForm::Normalized;
  append_canonical_request(canonical, {request.method, request.path, request.query, request.body, &fields, path_form},
                           names, view(hex(sha256(request.body))));
  append_string_to_sign(to_sign, time.text(), scope, sha256(canonical));
  const HmacKey key = derive_signing_key(credentials.secret_access_key, time.date(), request.region, request.service);
  added.emplace_back("Authorization", fmt::format("{} Credential={}/{}, SignedHeaders={}, Signature={}", kAlgorithm,
                                                  credentials.access_key_id, scope, names, view(hex(key.of(to_sign)))));
  return added;
}

}  // namespace partita::auth
