// What replacing a file safely costs at least: read it, write it with one line more under another name, fsync, rename,
// fsync the directory. Usage: replace FILE LINE
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void check(int ok, const char *what) {
  if (ok) return;
  perror(what);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int old = open(argv[1], O_RDONLY);
  check(old >= 0, "open");
  struct stat status;
  check(fstat(old, &status) == 0, "fstat");
  size_t size = status.st_size, length = strlen(argv[2]);
  char *bytes = malloc(size + length + 1);
  size_t have = 0;
  while (have < size) {
    ssize_t got = read(old, bytes + have, size - have);
    check(got > 0, "read");
    have += got;
  }
  memcpy(bytes + size, argv[2], length);
  bytes[size + length] = '\n';

  char temporary[4096];
  snprintf(temporary, sizeof temporary, "%s.new", argv[1]);
  int new = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  check(new >= 0, "create");
  for (size_t done = 0; done < size + length + 1;) {
    ssize_t wrote = write(new, bytes + done, size + length + 1 - done);
    check(wrote > 0, "write");
    done += wrote;
  }
  check(fsync(new) == 0, "fsync");
  check(rename(temporary, argv[1]) == 0, "rename");
  int directory = open(dirname(argv[1]), O_RDONLY | O_DIRECTORY);
  check(directory >= 0, "open directory");
  check(fsync(directory) == 0, "fsync directory");
  return 0;
}
