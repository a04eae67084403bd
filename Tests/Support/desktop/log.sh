#!/bin/sh
# Run by dunst for each popup, which it describes in DUNST_* variables.
printf '%s id=%s app=%s urgency=%s timeout=%s category=%s summary=%s body=%s\n' "$(date +%s.%N)" "$DUNST_ID" \
  "$DUNST_APP_NAME" "$DUNST_URGENCY" "$DUNST_TIMEOUT" "$DUNST_CATEGORY" "$DUNST_SUMMARY" \
  "$(printf %s "$DUNST_BODY" | tr '\n' '|')" >>"${DESK_LOG:?}"
