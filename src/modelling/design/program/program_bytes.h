// Programs as bytes: the same program has the same bytes, and they say all of it but its branches.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "modelling/design/program/solver.h"

namespace partita::modelling::design {

// Appends values that are plain memory.
class BytesWriter {
 public:
  template <class Value>
  void add(const Value& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add_text(std::string_view text) { bytes_.append(text); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Takes values in the order in which a BytesWriter added them.
class BytesReader {
 public:
  explicit BytesReader(std::string_view bytes) : rest_(bytes) {}
  template <class Value>
  Value take() {
    Value out{};
    std::memcpy(&out, rest_.data(), sizeof out);
    rest_.remove_prefix(sizeof out);
    return out;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

void add_program(BytesWriter& out, const Program& program);
Program take_program(BytesReader& in);

}  // namespace partita::modelling::design
