#!/bin/bash
# Takes the pictures of the README anew: a real popup by dunst, and a list as a terminal shows it.
# Needs what Tests/run installs, and xterm. Environment: TODOD_BIN, TODOCTL_BIN (else .build/release).
set -eu
cd "$(dirname "$0")/../.."
exec /usr/bin/python3 Tests/EndToEnd/pictures.py config/pictures
