// The condition keys of AssumeRole: what trust policies and the caller's policies can ask of the request.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "iam/request.h"
#include "identities/contents.h"

namespace partita::sts {

// The values of sts:ExternalId, sts:RoleSessionName, sts:SourceIdentity, sts:TransitiveTagKeys, aws:RequestTag/NAME,
// aws:TagKeys and aws:ResourceTag/NAME, which has the tags of the role.
class RoleKeys final : public iam::KeySource {
 public:
  // The arguments must outlive the object.
  RoleKeys(const std::string& session_name, const std::optional<std::string>& external_id,
           const std::string& source_identity, const identities::Tags& tags,
           const std::vector<std::string>& transitive_tags, const identities::Tags& role_tags)
      : session_name_(session_name),
        external_id_(external_id),
        source_identity_(source_identity),
        tags_(tags),
        transitive_tags_(transitive_tags),
        role_tags_(role_tags) {}

  iam::Values values(const iam::ConditionKey& key) override;

 private:
  iam::Values list(std::vector<std::string_view> texts);

  const std::string& session_name_;
  const std::optional<std::string>& external_id_;
  const std::string& source_identity_;
  const identities::Tags& tags_;
  const std::vector<std::string>& transitive_tags_;
  const identities::Tags& role_tags_;
  std::list<std::vector<std::string_view>> lists_;  // those that were given out
};

}  // namespace partita::sts
