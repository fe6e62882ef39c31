// libpq for Swift, with unchanged functions, and Linux's calls for waiting for several events on one descriptor.
#pragma once
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// Returns the time of a monotonic clock in milliseconds.
static inline int64_t cpq_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline int cpq_make_events(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int cpq_make_timer(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

// Adds a descriptor to a set, or replaces the events that the set waits for.
static inline int cpq_watch(int events, int descriptor, int for_reading, int for_writing) {
  struct epoll_event event = {.events = (for_reading ? EPOLLIN : 0) | (for_writing ? EPOLLOUT : 0)};
  event.data.fd = descriptor;
  if (epoll_ctl(events, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
  return epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event);
}
static inline void cpq_unwatch(int events, int descriptor) {
  struct epoll_event event = {0};
  epoll_ctl(events, EPOLL_CTL_DEL, descriptor, &event);
}

// Starts a timer, whose descriptor becomes readable after some milliseconds; at once for 0.
static inline void cpq_set_timer(int timer, long milliseconds) {
  struct itimerspec time;
  memset(&time, 0, sizeof time);
  time.it_value.tv_sec = milliseconds / 1000;
  time.it_value.tv_nsec = milliseconds % 1000 * 1000000 + (milliseconds == 0);
  timerfd_settime(timer, 0, &time, (struct itimerspec *)0);
}
// Returns whether the timer has fired since the last call.
static inline int cpq_take_timer(int timer) {
  uint64_t count;
  return read(timer, &count, sizeof count) > 0;
}
