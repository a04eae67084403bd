// One generator of requests for todod and redis over Unix sockets: sends DEPTH requests at a time, waits for their answer
// lines, and prints requests a second. Usage: requests todod|redis SOCKET DEPTH SECONDS
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static char buffer[65536];

// Reads until `lines` lines have come; each answer of both servers is one line.
static void await_lines(int fd, long lines) {
  while (lines > 0) {
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got <= 0) {
      fprintf(stderr, "requests: the server closed\n");
      exit(1);
    }
    for (char *at = buffer; (at = memchr(at, '\n', buffer + got - at)); at++) lines--;
  }
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int redis = strcmp(argv[1], "redis") == 0;
  // Inline PING would spare redis its framing; its clients send this.
  const char *request = redis ? "*1\r\n$4\r\nPING\r\n" : "ping\n";
  long depth = atol(argv[3]);
  double seconds = atof(argv[4]);

  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, argv[2], sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    perror(argv[2]);
    return 1;
  }
  if (!redis) await_lines(fd, 1);

  size_t length = strlen(request);
  char *batch = malloc(length * depth);
  for (long n = 0; n < depth; n++) memcpy(batch + n * length, request, length);
  double began = now(), ended = began;
  long count = 0;
  while (ended - began < seconds) {
    for (int turn = 0; turn < 16; turn++) {
      if (write(fd, batch, length * depth) != (ssize_t)(length * depth)) {
        perror("write");
        return 1;
      }
      await_lines(fd, depth);
      count += depth;
    }
    ended = now();
  }
  printf("%.0f\n", count / (ended - began));
  return 0;
}
