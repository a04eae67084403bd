#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>

// Nothing else is included here: a type declared twice would belong to this module and to Glibc.
// What Swift's Glibc module lacks. Every function sets errno as its model does.

// renameat2(2) is declared for _GNU_SOURCE only.
int clinux_rename_exchange(const char *one, const char *other);
int clinux_rename_noreplace(const char *from, const char *to);

// fcntl(2) is variadic and F_SETLEASE is declared for _GNU_SOURCE only. Each asks for a lease and gives it back.
int clinux_try_read_lease(int fd);
int clinux_try_write_lease(int fd);

// The same, kept until it is dropped or the descriptor is closed.
int clinux_take_read_lease(int fd);
int clinux_take_write_lease(int fd);
// Whether somebody waits for one that was taken: it is told as what it has to become, which is none.
int clinux_lease_is_wanted(int fd);
void clinux_drop_lease(int fd);

// sys/timerfd.h is not in the module. Arms a CLOCK_REALTIME timer, far away, that is cancelled when the clock is set.
int clinux_clock_step_timer(void);
int clinux_clock_step_rearm(int fd);

// sys/inotify.h hides nothing, but its event has a flexible array member: the masks are kept beside it here.
int clinux_inotify_open(void);

// wchar.h declares wcwidth(3) for _XOPEN_SOURCE only.
int clinux_width(uint32_t scalar);

// setlocale(3) with the fallback that makes wcwidth know more than ASCII.
int clinux_use_locale(void);

// accept4(2) is declared for _GNU_SOURCE only.
int clinux_accept(int fd);

// struct ucred is declared for _GNU_SOURCE only.
int clinux_peer(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

// pidfd_open(2) and pidfd_send_signal(2) have no wrapper before glibc 2.36, waitid(P_PIDFD) no constant.
int clinux_pidfd_open(int pid);
int clinux_pidfd_signal(int pidfd, int signal);
// Reaps without waiting: 1 when reaped (code and status as in siginfo_t), 0 when it still runs, -1 on error.
int clinux_pidfd_reap(int pidfd, int *code, int *status);

// posix_openpt and friends are declared for _XOPEN_SOURCE only, cfmakeraw for _DEFAULT_SOURCE.
int clinux_open_raw_pty(int *master, int *slave);

// POSIX_SPAWN_SETSID is declared for _GNU_SOURCE only; the attributes are plain C bookkeeping. A descriptor of -1 is
// /dev/null. Returns 0 or an error number, as posix_spawnp(3) does.
int clinux_spawn(
    int *pid, const char *file, char *const argv[], char *const envp[], int in, int out, int err, int own_session);

// strerrorname_np(3) is declared for _GNU_SOURCE only, and the XSI strerror_r(3) has the name of the GNU one.
const char *clinux_error_name(int code);
void clinux_error_text(int code, char *buffer, size_t size);

// sys/xattr.h is not in the module. Copies every extended attribute; one that may not be set is skipped and counted.
int clinux_copy_xattrs(int from, int to);

// fallocate(2) and FALLOC_FL_KEEP_SIZE are declared for _GNU_SOURCE only.
int clinux_reserve(int fd, int64_t size);

// sync_file_range(2) is declared for _GNU_SOURCE only.
void clinux_begin_writing(int fd);

// dl_iterate_phdr(3) hands out structs whose names are macros. Lets go of the pages of code and constants that are
// mapped now: those still needed come back from the page cache when they are touched.
void clinux_release_code(void);

// sys/signalfd.h is not in the module. Blocks the signals and opens a descriptor that is readable when one came.
int clinux_signal_descriptor(const int *signals, int count);
// The number of one that came; 0 if none did.
int clinux_signal_take(int fd);

// ioctl(2) is variadic.
int clinux_window_size(int fd, int *columns, int *rows);

// tm_gmtoff is called __tm_gmtoff without _DEFAULT_SOURCE. 0 and the offset, or -1.
int clinux_offset(int64_t seconds, int32_t *offset);

// sys/timex.h is not in the module. 1 where the kernel's clock is kept in time by something, 0 where not, or -1.
int clinux_clock_is_synchronized(void);

// statfs(2): its f_type, to know network and FUSE filesystems, which tell no one of other machines' writes.
int clinux_filesystem(const char *path, uint64_t *type);

// pipe2(2) is declared for _GNU_SOURCE only, sys/random.h is not in the module.
int clinux_pipe(int *reading, int *writing);
uint64_t clinux_random(void);

// memfd_create(2) is declared for _GNU_SOURCE only.
int clinux_memory_file(const char *name);

// extern char **environ is declared for _GNU_SOURCE only.
char **clinux_environment(void);

#endif
