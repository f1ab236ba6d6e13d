// Decides requests straight from the rules of the IAM User Guide, on the documents' text, without any of the layer's
// classes. It is slow and simple, and knows no faults of documents.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace partita::iam::naive {

using Texts = std::vector<std::string>;

struct Statement {
  bool allow = true;
  Texts action, not_action, resource, not_resource, principal, not_principal;
  struct Condition {
    std::string how, key;
    Texts values;
  };
  std::vector<Condition> conditions;
};

struct Policy {
  bool variables = true;  // the version is 2012-10-17
  std::vector<Statement> statements;
};

// The policy as a document.
std::string document_of(const Policy& policy);

struct Question {
  std::string principal_arn, account, role_arn, action, resource;
  bool is_root = false;
  std::map<std::string, Texts> keys;  // all keys of the request; the names in lower case
};

struct PolicySet {
  std::vector<Policy> identity, boundary, session, resource;  // at most one boundary and one resource-based policy
};

enum class Answer { Allowed, ExplicitlyDenied, ImplicitlyDenied };
Answer answer(const PolicySet& policies, const Question& question);

}  // namespace partita::iam::naive
