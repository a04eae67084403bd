# For ~/.bashrc, or ~/.zshrc after 'setopt PROMPT_SUBST': what is due stands before the prompt, nothing when nothing is.
# It costs one question to todod, some 2 ms, and is silent where todod does not run.
PS1='$(due=$(todoctl status --format plain) && [ -n "$due" ] && printf "[%s] " "$due")'"$PS1"
