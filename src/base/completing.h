// Completing tells whether the calling thread runs a completion of a database.
//
// That thread may be the one that delivers all answers. So a completion must not wait for the completion of another
// operation, and must not destroy the database.
#pragma once

namespace partita::base {

// Marks the calling thread for the lifetime of the object. Objects may be nested.
class Completing {
 public:
  Completing();
  Completing(const Completing&) = delete;
  Completing& operator=(const Completing&) = delete;
  ~Completing();
  // Whether the calling thread runs a completion.
  static bool here();

 private:
  bool outer_;
};

}  // namespace partita::base
