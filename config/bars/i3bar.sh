#!/bin/sh
# The list alone as the status line of i3 or sway:
#   bar { status_command sh ~/.local/share/todod/bars/i3bar.sh }
# Each line of todoctl is one block; the protocol wants them in lists, behind a header.
printf '{"version":1}\n[[]\n'
todoctl status --format i3 --follow | sed -u 's/.*/,[&]/'
