#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <locale.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int clinux_rename_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int clinux_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int clinux_try_read_lease(int fd) {
  if (fcntl(fd, F_SETLEASE, F_RDLCK) < 0) return -1;
  return fcntl(fd, F_SETLEASE, F_UNLCK);
}

int clinux_take_read_lease(int fd) { return fcntl(fd, F_SETLEASE, F_RDLCK); }

int clinux_lease_is_wanted(int fd) { return fcntl(fd, F_GETLEASE) == F_UNLCK; }

int clinux_take_write_lease(int fd) { return fcntl(fd, F_SETLEASE, F_WRLCK); }

void clinux_drop_lease(int fd) { (void)fcntl(fd, F_SETLEASE, F_UNLCK); }

int clinux_try_write_lease(int fd) {
  if (fcntl(fd, F_SETLEASE, F_WRLCK) < 0) return -1;
  return fcntl(fd, F_SETLEASE, F_UNLCK);
}

int clinux_clock_step_timer(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (fd >= 0 && clinux_clock_step_rearm(fd) < 0) {
    close(fd);
    return -1;
  }
  return fd;
}

int clinux_clock_step_rearm(int fd) {
  // Far enough never to come, and small enough for a 32-bit time_t.
  struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX}};
  if (sizeof(time_t) > 4) never.it_value.tv_sec = (time_t)1 << 40;
  int result = timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
  // It may report the step that happened before, although it armed.
  return result < 0 && errno == ECANCELED ? 0 : result;
}

int clinux_inotify_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int clinux_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

int clinux_use_locale(void) {
  if (setlocale(LC_CTYPE, "") != NULL && MB_CUR_MAX > 1) return 1;
  return setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_peer(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_pidfd_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int clinux_pidfd_reap(int pidfd, int *code, int *status) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid((idtype_t)3 /* P_PIDFD */, (id_t)pidfd, &info, WEXITED | WNOHANG) < 0) return -1;
  if (info.si_pid == 0) return 0;
  *code = info.si_code;
  *status = info.si_status;
  return 1;
}

int clinux_open_raw_pty(int *master, int *slave) {
  struct termios mode;
  *slave = -1;
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*master < 0) return -1;
  if (grantpt(*master) == 0 && unlockpt(*master) == 0) {
    // By descriptor, not by name: the name may be of another mount of devpts.
    *slave = ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*slave >= 0 && tcgetattr(*slave, &mode) == 0) {
      cfmakeraw(&mode);
      if (tcsetattr(*slave, TCSANOW, &mode) == 0) return 0;
    }
  }
  int kept = errno;
  if (*slave >= 0) close(*slave);
  close(*master);
  errno = kept;
  return -1;
}

static int place(posix_spawn_file_actions_t *actions, int fd, int target) {
  if (fd < 0) return posix_spawn_file_actions_addopen(actions, target, "/dev/null", O_RDWR, 0);
  return posix_spawn_file_actions_adddup2(actions, fd, target);
}

int clinux_spawn(
    int *pid, const char *file, char *const argv[], char *const envp[], int in, int out, int err, int own_session) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return result;
  }
  sigemptyset(&none);
  sigfillset(&all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (own_session) flags |= POSIX_SPAWN_SETSID;
  // A blocked or ignored signal stays so across exec: reset both.
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, flags);
  if ((result = place(&actions, in, 0)) == 0 && (result = place(&actions, out, 1)) == 0 &&
      (result = place(&actions, err, 2)) == 0)
    result = posix_spawnp(pid, file, &actions, &attributes, argv, envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

int clinux_clock_is_synchronized(void) {
  struct timex clock = {.modes = 0};
  int state = adjtimex(&clock);
  if (state < 0) return -1;
  return state != TIME_ERROR && !(clock.status & STA_UNSYNC);
}

const char *clinux_error_name(int code) { return strerrorname_np(code); }

void clinux_error_text(int code, char *buffer, size_t size) {
  const char *text = strerror_r(code, buffer, size);
  if (text != buffer) snprintf(buffer, size, "%s", text);
}

int clinux_copy_xattrs(int from, int to) {
  char names[65536], value[65536], present[65536];
  int skipped = 0;
  ssize_t length = flistxattr(from, names, sizeof names);
  if (length < 0) return errno == ENOTSUP || errno == EOPNOTSUPP ? 0 : -1;
  for (char *name = names; name < names + length; name += strlen(name) + 1) {
    ssize_t size = fgetxattr(from, name, value, sizeof value);
    // What a new file has by itself, such as a security label, may not be settable and need not be set.
    if (size >= 0 && fgetxattr(to, name, present, sizeof present) == size && memcmp(value, present, (size_t)size) == 0)
      continue;
    if (size < 0 || fsetxattr(to, name, value, (size_t)size, 0) < 0) skipped++;
  }
  return skipped;
}

int clinux_reserve(int fd, int64_t size) {
  return size > 0 ? fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, (off_t)size) : 0;
}

void clinux_begin_writing(int fd) { (void)sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); }

int clinux_signal_descriptor(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_signal_take(int fd) {
  struct signalfd_siginfo about;
  return read(fd, &about, sizeof about) == sizeof about ? (int)about.ssi_signo : 0;
}

int clinux_window_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int clinux_offset(int64_t seconds, int32_t *offset) {
  time_t time = (time_t)seconds;
  struct tm parts;
  if (localtime_r(&time, &parts) == NULL) return -1;
  *offset = (int32_t)parts.tm_gmtoff;
  return 0;
}

int clinux_filesystem(const char *path, uint64_t *type) {
  struct statfs about;
  if (statfs(path, &about) < 0) return -1;
  *type = (uint64_t)about.f_type;
  return 0;
}

int clinux_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

uint64_t clinux_random(void) {
  uint64_t value = 0;
  // Eight bytes come whole; only a signal before the pool is ready can interrupt.
  while (getrandom(&value, sizeof value, 0) != sizeof value) {
  }
  return value;
}

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

char **clinux_environment(void) { return environ; }

static int release_object(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    // What the linker or the program has written to is in no file to come back from.
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
    const uintptr_t start = (object->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1);
    const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz) & ~(page - 1);
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void clinux_release_code(void) {
  dl_iterate_phdr(release_object, NULL);
}
