# Completion of todoctl for bash. todoctl itself knows what fits; nothing is listed here.
_todoctl() {
  local line=${COMP_LINE:0:COMP_POINT} current='' words=() replies=() reply text breaks='' head=''
  # Words as todoctl gets them: bash parts them at ':', '=' and '@' too.
  read -ra words <<<"$line"
  if [[ $line != *[[:space:]] && ${#words[@]} -gt 0 ]]; then
    current=${words[-1]}
    unset 'words[-1]'
  fi
  mapfile -t replies < <(command todoctl __complete -- "${words[@]:1}" "$current" 2>/dev/null)
  COMPREPLY=()
  if [[ ${replies[0]-} == :files ]]; then
    compopt -o default
    return
  fi
  # What bash has parted off already must not come twice.
  for text in : = @; do [[ $COMP_WORDBREAKS == *"$text"* ]] && breaks+=$text; done
  [[ $breaks && $current == *[$breaks]* ]] && head=${current%"${current##*[$breaks]}"}
  for reply in "${replies[@]}"; do
    text=${reply%%$'\t'*}
    text=${text#"$head"}
    # With others beside it a candidate is shown with what it is; alone it is typed.
    [[ $reply == *$'\t'* && ${#replies[@]} -gt 1 && $text == [0-9]* ]] && text="$text  ${reply#*$'\t'}"
    COMPREPLY+=("$text")
  done
  # A key waits for its value.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace
}
complete -o nosort -F _todoctl todoctl
