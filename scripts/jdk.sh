# Sourced by the other scripts. find_jdk sets JAVA_HOME to a JDK of version 17 or newer: the one JAVA_HOME names, the one
# on PATH, or the newest where the system keeps its JDKs; it fails where there is none.

# The major version of the JDK in a directory, 0 where there is none; JDKs say it in their file "release".
jdk_version() {
  local version=0
  if [ -x "$1/bin/javac" ] && [ -r "$1/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  fi
  echo "${version:-0}"
}

find_jdk() {
  local home version best=16 javac
  if [ -n "${JAVA_HOME:-}" ] && [ "$(jdk_version "$JAVA_HOME")" -ge 17 ]; then
    return 0
  fi
  if javac=$(command -v javac); then
    home=$(dirname "$(dirname "$(readlink -f "$javac")")")
    if [ "$(jdk_version "$home")" -ge 17 ]; then
      export JAVA_HOME=$home
      return 0
    fi
  fi
  for home in /usr/lib/jvm/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    version=$(jdk_version "$home")
    if [ "$version" -gt "$best" ]; then
      best=$version
      export JAVA_HOME=$home
    fi
  done
  [ "$best" -ge 17 ]
}
