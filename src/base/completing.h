// Completing: whether the calling thread is inside a completion of a database.
//
// The thread may be the one that all answers come from. So whoever is in a completion must not wait for what another
// operation's completion does, nor destroy the database.
#pragma once

namespace partita::base {

// Marks the calling thread for as long as it lives.
class Completing {
 public:
  Completing();
  Completing(const Completing&) = delete;
  Completing& operator=(const Completing&) = delete;
  ~Completing();
  static bool here();

 private:
  bool outer_;
};

}  // namespace partita::base
