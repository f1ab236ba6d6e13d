// WritersFirstLock: a shared mutex in which a waiting writer goes before readers that come later. std::shared_mutex
// lets those readers pass, so threads that read all the time would keep a writer out forever.
#pragma once

#include <pthread.h>

namespace partita::storage {

// A thread that holds the lock shared must not lock it again.
class WritersFirstLock {
 public:
  WritersFirstLock() {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock_, &attributes);
    pthread_rwlockattr_destroy(&attributes);
  }
  ~WritersFirstLock() { pthread_rwlock_destroy(&lock_); }
  WritersFirstLock(const WritersFirstLock&) = delete;
  WritersFirstLock& operator=(const WritersFirstLock&) = delete;

  void lock() { pthread_rwlock_wrlock(&lock_); }
  void unlock() { pthread_rwlock_unlock(&lock_); }
  void lock_shared() { pthread_rwlock_rdlock(&lock_); }
  void unlock_shared() { pthread_rwlock_unlock(&lock_); }

 private:
  pthread_rwlock_t lock_;
};

}  // namespace partita::storage
