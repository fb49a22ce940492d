# Sourced by the scripts that run a program of the tests. build_tests builds them, and sets test_classpath and JAVA_HOME; the
# name of the script goes before what it says of a machine without a JDK, and options of Maven's may follow. run_tests becomes
# the Java process of a class, with a heap of at most that size and else the options that the launcher gives a server; those
# of STRAUM_JAVA_OPTS come after both, and win. home is the project's folder.
home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/scripts/jdk.sh"

build_tests() {
  local libraries=$home/straum-cli/target/test.classpath
  find_jdk || { echo "$1: there is no JDK of version 17 or newer" >&2; exit 1; }
  (cd "$home" && mvn -q -B -P '!lint' "${@:2}" -pl straum-cli -am -DskipTests test-compile dependency:build-classpath \
    -Dmdep.includeScope=test -Dmdep.outputFile="$libraries") >&2
  test_classpath=$home/straum-cli/target/test-classes:$home/straum-cli/target/classes:$(cat "$libraries")
}

run_tests() {
  local heap=$1
  jvm_options server
  # STRAUM_JAVA_OPTS is several words.
  # shellcheck disable=SC2086
  exec "$JAVA_HOME/bin/java" "${options[@]}" -Xmx"$heap" ${STRAUM_JAVA_OPTS:-} -cp "$test_classpath" "${@:2}"
}
