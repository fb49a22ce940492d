# Sourced by the other scripts, for what they say of themselves. answer_help takes the script's arguments, and its help from
# standard input, which begins with a line "usage: ..."; asked for it, it prints that and ends the script. wrong_usage says on
# standard error what is wrong, and the first line of the help, and ends the script with status 2. Both come before anything
# is built. environment is what the helps of scripts that start a JVM have in common.
environment='Environment:
  JAVA_HOME         which JDK, of version 17 or newer; without it the one on
                    PATH, or the newest that is installed
  STRAUM_JAVA_OPTS  options for the JVM, which win over those it gets by itself,
                    as in -Xmx12g'

answer_help() {
  local argument
  help=$(cat)
  for argument in "$@"; do
    case "$argument" in
      -h | --help)
        echo "$help"
        exit 0
        ;;
    esac
  done
}

wrong_usage() {
  local usage=${help%%$'\n'*}
  echo "$*; --help says more" >&2
  echo "$usage" >&2
  exit 2
}

# Whether a text is a whole number of at least so much.
is_at_least() {
  [[ "$2" =~ ^[0-9]{1,18}$ ]] && [ "$((10#$2))" -ge "$1" ]
}
