#!/bin/bash
# A private desktop: a bus, Xvfb and dunst, owned by the shell that sources this.
#
#   . desk.sh
#   desk_up DIR [nodunst]    exports DBUS_SESSION_BUS_ADDRESS, DISPLAY, DESK_LOG (what dunst showed), DESK_WISH
#   desk_dunst               starts dunst later, on a desktop that came up with `nodunst`
#   desk_act KEY             presses the button KEY of the oldest popup
#   desk_picture FILE.png    a picture of the screen
#   desk_down
#
# With dunst: `dunstctl count|history|close|set-paused`. The first id it gives is 2; `dunstctl action 0` and `dunstctl
# close` are about the oldest popup.
DESK_HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

desk_wait() { # TRIES COMMAND...: every 10 ms until the command succeeds
  local tries=$1
  shift
  while ! "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return 1
    sleep 0.01
  done
}

desk_has_server() { busctl --address="$DBUS_SESSION_BUS_ADDRESS" status org.freedesktop.Notifications; }

desk_up() {
  DESK_DIR=$1
  mkdir -p "$DESK_DIR"
  export DESK_LOG=$DESK_DIR/shown.log DESK_WISH=$DESK_DIR/wish
  : >"$DESK_LOG"
  DESK_DUNST='' DESK_XVFB=''
  dbus-daemon --config-file="$DESK_HERE/bus.conf" --nofork --nopidfile --print-address=3 \
    3>"$DESK_DIR/address" 2>"$DESK_DIR/bus.err" &
  DESK_BUS=$!
  desk_wait 300 test -s "$DESK_DIR/address" || return 1
  DBUS_SESSION_BUS_ADDRESS=$(head -1 "$DESK_DIR/address")
  export DBUS_SESSION_BUS_ADDRESS
  Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp -noreset 3>"$DESK_DIR/display" 2>"$DESK_DIR/xvfb.err" &
  DESK_XVFB=$!
  desk_wait 1000 test -s "$DESK_DIR/display" || return 1
  DISPLAY=:$(head -1 "$DESK_DIR/display")
  export DISPLAY
  [ "$2" = nodunst ] || desk_dunst
}

desk_dunst() {
  sed "s|@HERE@|$DESK_HERE|" "$DESK_HERE/dunstrc" >"$DESK_DIR/dunstrc"
  dunst -conf "$DESK_DIR/dunstrc" -verbosity info -print >>"$DESK_DIR/dunst.out" 2>>"$DESK_DIR/dunst.err" &
  DESK_DUNST=$!
  desk_wait 500 desk_has_server
}

# With several buttons dunst asks its "dmenu" which one: pick.sh answers with the wish.
desk_act() {
  echo ",$1]" >"$DESK_WISH"
  dunstctl action 0
}

desk_picture() { import -window root "$1"; }

desk_down() {
  local process
  for process in $DESK_DUNST $DESK_XVFB $DESK_BUS; do
    kill "$process" 2>/dev/null
    wait "$process" 2>/dev/null
  done
}
