// Work of the model layer on other threads that the end of the program waits for.
//
// The handler of a call runs on a thread of the database. It may tell the main thread that the answer is there, and the
// main thread may then return from main() while the first one still releases what the call held, perhaps the last owner
// of the database. The objects of the program that live until its end must not be destroyed before that is done.
#pragma once

namespace partita::model {

// Lets the end of the program, when it destroys its static objects, wait until no Background and no
// begin_background() is left. Static objects that were made before the first call of this function are destroyed later.
void wait_for_background_at_exit();

// Marks work on this thread for the lifetime of the object. Objects may be nested. If this thread itself ends the
// program inside of it, the end does not wait for it.
class Background {
 public:
  Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background();
};

// Marks work that another thread ends.
void begin_background();
void end_background();

}  // namespace partita::model
