// The least that a client can do: connects, sends one request, copies the answer to its output. client SOCKET REQUEST
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char buffer[1 << 16], request[8192];
  size_t held = 0;
  int greeted = 0;
  if (argc != 3 || strlen(argv[1]) >= sizeof address.sun_path) return 2;
  strcpy(address.sun_path, argv[1]);
  int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) != 0) return 3;
  int length = snprintf(request, sizeof request, "%s\n", argv[2]);
  if (write(server, request, length) != length) return 3;
  for (;;) {
    ssize_t count = read(server, buffer + held, sizeof buffer - held);
    if (count <= 0) return 3;
    held += count;
    char *line = buffer, *end;
    while ((end = memchr(line, '\n', buffer + held - line))) {
      int last = !strncmp(line, "OK", 2) || !strncmp(line, "ERR", 3);
      if (greeted && write(1, line, end + 1 - line) < 0) return 1;
      if (last && greeted) return *line != 'O';
      greeted |= last;
      line = end + 1;
    }
    held -= line - buffer;
    memmove(buffer, line, held);
  }
}
