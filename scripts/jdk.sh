# Sourced by the other scripts. find_jdk sets JAVA_HOME to a JDK of version 17 or newer: the one JAVA_HOME names, the one
# on PATH, or the newest where the system keeps its JDKs; it fails where there is none. jvm_options sets options to what a
# JVM of that JDK is told: jvm_options server for one that keeps cells, jvm_options command for one that is gone in a second.

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

jvm_options() {
  local version
  version=$(jdk_version "$JAVA_HOME")
  options=()
  # JLine and Netty call native code, which newer JVMs want said.
  [ "$version" -lt 22 ] || options+=(--enable-native-access=ALL-UNNAMED)
  if [ "$1" = server ]; then
    options+=(-XX:MaxRAMPercentage=70)
    # A bucket of a few cells is objects mostly, and their headers a good part of it.
    [ "$version" -lt 25 ] || options+=(-XX:+UseCompactObjectHeaders)
  else
    # Start fast and stay small.
    options+=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m)
  fi
}
