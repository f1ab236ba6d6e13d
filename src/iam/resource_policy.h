// The policy of a table or of a stream: its document, checked as PutResourcePolicy checks it, and compiled.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "iam/policy.h"

namespace partita::iam {

// The policy of a table is for its indexes too.
enum class AttachedTo : std::uint8_t { Table, Stream };

// Immutable, so that any threads may share it.
class ResourcePolicy {
 public:
  // Errors: ValidationException with the service's text. It names the first fault that the service would name. If the
  // service's text only says that the policy has a syntax error, the fault and its cure follow it.
  static Result<ResourcePolicy> parse(std::string_view document, AttachedTo attached_to);
  // The same for a document that parse() accepted once, perhaps in another version with other rules. Errors:
  // ValidationException if it does not compile at all.
  static Result<ResourcePolicy> load(std::string_view document);

  // The document as it was given, from which load() makes an equal policy.
  const std::string& given() const { return given_; }
  // The document as the service gives it back.
  std::string shown() const;
  // Whether the service takes both for the same policy. White space, the order of members, and a list of one text in
  // the place of a text make no difference. A document without a Version and one with the Version that shown() adds are
  // two policies, as on the service.
  bool is_same_as(const ResourcePolicy& other) const { return canonical_ == other.canonical_; }
  const std::shared_ptr<const Policy>& compiled() const { return compiled_; }

 private:
  ResourcePolicy() = default;
  static ResourcePolicy make(std::string_view document, const Json& json, Policy compiled);

  std::string given_;
  std::string canonical_;
  std::shared_ptr<const Policy> compiled_;
};

}  // namespace partita::iam
