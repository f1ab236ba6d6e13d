// A request as policies see it: the principal, the action, the resource, and the values of condition keys.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>

#include "iam/action.h"
#include "iam/condition_key.h"
#include "iam/principal.h"
#include "iam/values.h"

namespace partita::iam {

// The source of values that depend on the operation: those of the dynamodb: keys, of aws:RequestTag and aws:TagKeys,
// and of aws:ResourceTag.
class KeySource {
 public:
  virtual ~KeySource() = default;
  // The values of `key`, empty if the request does not have it. Called only if a statement asks for the key, and for a
  // named key only once. The texts must live as long as the request.
  virtual Values values(const ConditionKey& key) = 0;
};

// Facts that the server knows of every request.
struct Surroundings {
  std::int64_t now_ms = 0;          // since the Unix epoch
  std::string_view source_ip = {};  // without a port; empty if it is not known
  std::string_view region = {};     // empty if it is not known
  bool secure_transport = false;    // whether the request came over TLS
};

// One action on one resource. An operation that needs several of them makes several requests (required_actions.h).
// Cheap to make: it refers to its parts, which must outlive it, and computes a value when a statement asks for it. For
// one thread.
class Request {
 public:
  // `resource` is an ARN, or "*" for an action that belongs to no resource. `source` may be null.
  Request(const Principal& principal, Action action, std::string_view resource, const Surroundings& surroundings,
          KeySource* source)
      : principal_(principal), resource_(resource), surroundings_(surroundings), source_(source), action_(action) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  const Principal& principal() const { return principal_; }
  Action action() const { return action_; }
  std::string_view resource() const { return resource_; }

  // The values of `key`, which live as long as this object.
  Values values(const ConditionKey& key);

 private:
  Values of_source(const ConditionKey& key);
  std::string_view time_text();
  std::string_view epoch_text();

  const Principal& principal_;
  std::string_view resource_;
  const Surroundings& surroundings_;
  KeySource* source_;
  Action action_;
  std::bitset<kNamedKeys> asked_;  // the keys whose values are in from_source_
  std::array<Values, kNamedKeys> from_source_;
  char time_[24];
  std::size_t time_size_ = 0;
  char epoch_[24];
  std::size_t epoch_size_ = 0;
};

}  // namespace partita::iam
