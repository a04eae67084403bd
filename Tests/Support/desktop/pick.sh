#!/bin/sh
# dunst's "dmenu": lines like `#Snooze (todod) [3,snooze]` come in, the one that holds the wish goes out.
tee -a "${DESK_WISH:?a file with the wished action}.menu" | grep -F "$(cat "$DESK_WISH")" | head -1
