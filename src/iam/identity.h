// Identity: a principal together with its policies, made once for each user and shared by all requests of its keys.
#pragma once

#include <memory>
#include <vector>

#include "iam/evaluate.h"
#include "iam/policy.h"
#include "iam/principal.h"

namespace partita::iam {

// Immutable after it was made. Several users may share a policy.
class Identity {
 public:
  // `boundary` may be null.
  Identity(Principal principal, std::vector<std::shared_ptr<const Policy>> policies,
           std::shared_ptr<const Policy> boundary)
      : principal_(std::move(principal)), owned_(std::move(policies)), boundary_(std::move(boundary)) {
    for (const auto& policy : owned_) list_.push_back(policy.get());
  }
  Identity(const Identity&) = delete;
  Identity& operator=(const Identity&) = delete;

  const Principal& principal() const { return principal_; }
  // The policies for a request on a resource with the resource-based policy `resource`, which may be null. The result
  // refers to this object.
  Policies policies(const Policy* resource) const {
    return {.identity = list_, .boundary = boundary_.get(), .resource = resource};
  }

 private:
  Principal principal_;
  std::vector<std::shared_ptr<const Policy>> owned_;
  std::shared_ptr<const Policy> boundary_;
  std::vector<const Policy*> list_;  // owned_
};

}  // namespace partita::iam
