// A signed request of the tests, which can be changed and then verified.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "auth/sign.h"
#include "auth/verifier.h"
#include "base/text.h"

namespace partita::auth {

struct SignedMessage {
  std::string method = "POST", path = "/", query, body;
  Headers headers;

  std::string* header(std::string_view name) {
    for (auto& [candidate, value] : headers)
      if (base::lower(candidate) == name) return &value;
    return nullptr;
  }
  void remove(std::string_view name) {
    std::erase_if(headers, [&](const auto& one) { return base::lower(one.first) == name; });
  }
};

inline Result<Signer> verify(Verifier& verifier, const SignedMessage& message) {
  HeaderFields fields;
  for (const auto& [name, value] : message.headers) fields.add(name, value);
  return verifier.verify({message.method, message.path, message.query, message.body, &fields});
}

inline std::shared_ptr<const AccessKeys> table_of(std::vector<AccessKey> keys) {
  return std::make_shared<const AccessKeys>(std::move(keys));
}

}  // namespace partita::auth
