# Completion of todoctl for fish. todoctl itself knows what fits; nothing is listed here.
function __todoctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l replies (command todoctl __complete -- $words[2..] "$current" 2>/dev/null)
    if test "$replies[1]" = :files
        __fish_complete_path "$current"
        return
    end
    printf '%s\n' $replies
end
complete -c todoctl -f -a '(__todoctl_complete)'
