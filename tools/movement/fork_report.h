// The report of a fork, for a terminal and as a certificate.
#pragma once

#include <string>

#include "movement/forks/fork.h"

namespace partita::tools {

// A line for each field of the model and its rule.
std::string rules_text(const movement::Treatments& treatments);

// The lines for a terminal.
std::string to_text(const movement::ForkReport& report);

struct CertificateFacts {
  std::string source = {};
  std::string model = {};         // the path
  std::string model_sha256 = {};  // of its bytes
  std::string time = {};
  double share = 1;
  bool is_repeatable = false;  // the key is of a file
};
// JSON. It tells neither the key nor a value of the source.
std::string certificate(const movement::ForkReport& report, const movement::Treatments& treatments,
                        const CertificateFacts& facts);

}  // namespace partita::tools
