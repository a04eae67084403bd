// A movable CLOCK_REALTIME for one program and what it starts, timers included.
//
//   cc -O2 -Wall -shared -fPIC -o clkshim.so clkshim.c -ldl -lpthread
//   echo 0 > FILE; CLKSHIM_FILE=FILE LD_PRELOAD=clkshim.so PROGRAM
//   echo 864000 > FILE      seconds added to the real clock; with decimals or a minus; absolute, not added up
//
// Moved are reads of CLOCK_REALTIME (_COARSE, TAI), time, gettimeofday, timespec_get, and the expiry of timerfds that
// are absolute on CLOCK_REALTIME: when the clock moves they are armed again, as the kernel does, and those with
// TFD_TIMER_CANCEL_ON_SET become readable and say ECANCELED. Monotonic clocks, relative timers, file times, poll and
// sleep stay real. When it has followed a change a process writes FILE.PID.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define MOST 4096
#define SECOND 1000000000LL

static _Atomic int64_t offset;  // nanoseconds
static struct timer {
  char is_real, is_armed, cancels, is_canceled;
  struct itimerspec setting;
} timers[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char path[4096];
static ssize_t (*next_read)(int, void *, size_t);

static int kernel_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  return syscall(SYS_timerfd_settime, fd, flags, new, old);
}

static int is_ours(int fd) { return fd >= 0 && fd < MOST && timers[fd].is_real; }

static void shift(struct timespec *time, int64_t by) {
  int64_t seconds = time->tv_sec + by / SECOND, rest = time->tv_nsec + by % SECOND;
  if (rest < 0) {
    rest += SECOND;
    seconds--;
  } else if (rest >= SECOND) {
    rest -= SECOND;
    seconds++;
  }
  time->tv_sec = seconds;
  time->tv_nsec = rest;
}

// With the lock: gives the kernel a timer's setting on its own clock.
static int arm(int fd) {
  struct itimerspec kernel = timers[fd].setting;
  if (kernel.it_value.tv_sec < INT64_MAX / 2) shift(&kernel.it_value, -atomic_load(&offset));
  if (kernel.it_value.tv_sec < 0 || (kernel.it_value.tv_sec == 0 && kernel.it_value.tv_nsec == 0)) {
    kernel.it_value.tv_sec = 0;
    kernel.it_value.tv_nsec = 1;
  }
  int flags = TFD_TIMER_ABSTIME | (timers[fd].cancels ? TFD_TIMER_CANCEL_ON_SET : 0);
  int result = kernel_settime(fd, flags, &kernel, NULL);
  // The kernel may say so although it armed; what was canceled here is told by read.
  if (result < 0 && errno == ECANCELED) result = 0;
  return result;
}

static int64_t wanted(void) {
  char text[64] = {0}, *end;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return atomic_load(&offset);
  ssize_t length = syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  double seconds = strtod(text, &end);
  return length <= 0 || end == text ? atomic_load(&offset) : (int64_t)(seconds * 1e9);
}

// Tells who moved the clock that this process follows; the event of this write finds nothing new.
static void tell(void) {
  char name[4200];
  snprintf(name, sizeof name, "%s.%d", path, getpid());
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd >= 0) syscall(SYS_close, fd);
}

static void move(void) {
  int64_t new = wanted();
  int is_new = 0;
  pthread_mutex_lock(&lock);
  if (new != atomic_load(&offset)) {
    atomic_store(&offset, new);
    is_new = 1;
    for (int fd = 0; fd < MOST; fd++) {
      if (!timers[fd].is_real || !timers[fd].is_armed) continue;
      if (timers[fd].cancels) {
        struct itimerspec at_once = {.it_value = {0, 1}};
        timers[fd].is_canceled = 1;
        kernel_settime(fd, 0, &at_once, NULL);
      } else {
        arm(fd);
      }
    }
  }
  pthread_mutex_unlock(&lock);
  if (is_new) tell();
}

static void *watch(void *argument) {
  int notify = (int)(intptr_t)argument;
  char events[4096];
  for (;;) {
    if (syscall(SYS_read, notify, events, sizeof events) < 0 && errno != EINTR) return NULL;
    move();
  }
}

static void start(void) {
  sigset_t all, old;
  pthread_t thread;
  char directory[4096];
  strcpy(directory, path);
  char *slash = strrchr(directory, '/');
  if (slash) *slash = 0;
  int notify = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(notify, slash ? directory : ".", IN_CLOSE_WRITE | IN_MOVED_TO);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  if (pthread_create(&thread, NULL, watch, (void *)(intptr_t)notify) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

__attribute__((constructor)) static void begin(void) {
  next_read = dlsym(RTLD_NEXT, "read");
  const char *name = getenv("CLKSHIM_FILE");
  if (!name || strlen(name) > 4000) return;
  strcpy(path, name);
  atomic_store(&offset, wanted());
  pthread_atfork(NULL, NULL, start);
  start();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI))
    shift(time, atomic_load(&offset));
  return result;
}

int __clock_gettime(clockid_t clock, struct timespec *time) { return clock_gettime(clock, time); }

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}

int timespec_get(struct timespec *out, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, out) == 0 ? base : 0;
}

int timerfd_create(int clock, int flags) {
  int fd = syscall(SYS_timerfd_create, clock, flags);
  if (fd >= 0 && fd < MOST) {
    pthread_mutex_lock(&lock);
    memset(&timers[fd], 0, sizeof timers[fd]);
    timers[fd].is_real = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM;
    pthread_mutex_unlock(&lock);
  }
  return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (!is_ours(fd) || !new) return kernel_settime(fd, flags, new, old);
  pthread_mutex_lock(&lock);
  if (old) syscall(SYS_timerfd_gettime, fd, old);
  timers[fd].setting = *new;
  timers[fd].is_canceled = 0;
  timers[fd].is_armed = (flags & TFD_TIMER_ABSTIME) && (new->it_value.tv_sec || new->it_value.tv_nsec);
  timers[fd].cancels = (flags & TFD_TIMER_CANCEL_ON_SET) != 0;
  int result = timers[fd].is_armed ? arm(fd) : kernel_settime(fd, flags, new, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}

// With the lock: whether the timer was canceled and not told yet. Arming again clears its pending ticks.
static int take_cancel(int fd) {
  int was = timers[fd].is_canceled;
  if (was) {
    struct itimerspec none = {0};
    timers[fd].is_canceled = 0;
    kernel_settime(fd, 0, &none, NULL);
    arm(fd);
  }
  return was;
}

ssize_t read(int fd, void *buffer, size_t size) {
  if (!is_ours(fd)) return next_read ? next_read(fd, buffer, size) : syscall(SYS_read, fd, buffer, size);
  pthread_mutex_lock(&lock);
  int was_canceled = take_cancel(fd);
  pthread_mutex_unlock(&lock);
  ssize_t length = was_canceled ? -1 : syscall(SYS_read, fd, buffer, size);
  if (length == 8) {  // one who waited in read was woken by the cancel
    pthread_mutex_lock(&lock);
    was_canceled = take_cancel(fd);
    pthread_mutex_unlock(&lock);
  }
  if (!was_canceled) return length;
  errno = ECANCELED;
  return -1;
}

ssize_t __read_chk(int fd, void *buffer, size_t size, size_t length) {
  (void)length;
  return read(fd, buffer, size);
}

int close(int fd) {
  if (is_ours(fd)) {
    pthread_mutex_lock(&lock);
    timers[fd].is_real = 0;
    pthread_mutex_unlock(&lock);
  }
  return syscall(SYS_close, fd);
}
