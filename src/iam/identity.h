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
  // `boundary` may be null. `session` is the policy that was given when a session was made, or null.
  Identity(Principal principal, std::vector<std::shared_ptr<const Policy>> policies,
           std::shared_ptr<const Policy> boundary, std::shared_ptr<const Policy> session = nullptr)
      : principal_(std::move(principal)),
        owned_(std::move(policies)),
        boundary_(std::move(boundary)),
        session_(std::move(session)) {
    for (const auto& policy : owned_) list_.push_back(policy.get());
    if (session_) session_list_.push_back(session_.get());
  }
  Identity(const Identity&) = delete;
  Identity& operator=(const Identity&) = delete;

  const Principal& principal() const { return principal_; }
  // The policies for a request on a resource with the resource-based policy `resource`, which may be null. The result
  // refers to this object.
  Policies policies(const Policy* resource) const {
    return {.identity = list_, .boundary = boundary_.get(), .session = session_list_, .resource = resource};
  }
  // Those that the principal has itself, and its boundary, which may be null.
  const std::vector<std::shared_ptr<const Policy>>& own_policies() const { return owned_; }
  const std::shared_ptr<const Policy>& boundary() const { return boundary_; }

 private:
  Principal principal_;
  std::vector<std::shared_ptr<const Policy>> owned_;
  std::shared_ptr<const Policy> boundary_, session_;
  std::vector<const Policy*> list_;          // owned_
  std::vector<const Policy*> session_list_;  // session_, if there is one
};

}  // namespace partita::iam
