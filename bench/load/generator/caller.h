// Sends one request at a time, for work beside the measurement: creating tables and checking that they exist.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "load/generator/answer_reader.h"
#include "load/generator/endpoint.h"
#include "load/generator/signer.h"
#include "load/generator/wire.h"

namespace partita::bench {

class Caller {
 public:
  explicit Caller(const Endpoint& endpoint);

  // The views are valid until the next call. A lost connection ends the program.
  struct Answer {
    int status;
    std::string_view head;
    std::string_view body;
  };
  Answer send(std::string_view request);
  Answer call(std::string_view operation, std::string_view body);

 private:
  std::string host_;
  Wire wire_;
  std::optional<Signer> signer_;
  AnswerReader reader_;
};

}  // namespace partita::bench
