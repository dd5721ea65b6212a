# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Running what a document shows: its fenced blocks, and whether an output is the one shown.

# blocks FILE FOLDER: writes the fenced blocks of FILE as FOLDER/01.sh, FOLDER/02.text, …: numbered in order, and ending
# in their language.
blocks() {
  awk -v folder="$2" '
    /^```/ && file == "" { file = sprintf("%s/%02d.%s", folder, ++count, substr($0, 4)); printf "" > file; next }
    /^```$/ { close(file); file = ""; next }
    file != "" { print > file }' "$1"
}

# shows SHOWN OUTPUT: whether the text of file OUTPUT is what file SHOWN shows. A line … stands for any lines or none;
# every other line is exact. Says what differs.
shows() {
  local line pattern='' newline=$'\n'
  while IFS= read -r line; do
    if [[ $line == … ]]; then
      pattern+="?(*$newline)"
    else
      # shellcheck disable=SC2001  # the & of ${…//…/…} is newer than some shells
      pattern+=$(sed 's/[^[:alnum:] ]/\\&/g' <<<"$line")$newline
    fi
  done <"$1"
  # shellcheck disable=SC2053  # a pattern
  [[ $(<"$2")$newline == $pattern ]] || { diff -u --label shown --label output "$1" "$2" || true; return 1; }
}

# following FOLDER BLOCK: the block after BLOCK if it shows text, else nothing.
following() {
  local number
  number=$(basename "$2")
  compgen -G "$1/$(printf '%02d' $((10#${number%%.*} + 1))).text" || true
}
