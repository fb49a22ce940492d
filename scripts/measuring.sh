# Sourced by the scripts that run a program of the tests: builds them, and sets test_classpath and JAVA_HOME. home is the
# project's folder; the name of the script goes before what it says of a machine without a JDK.
home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/scripts/jdk.sh"

build_tests() {
  local libraries=$home/straum-cli/target/test.classpath
  find_jdk || { echo "$1: there is no JDK of version 17 or newer" >&2; exit 1; }
  (cd "$home" && mvn -q -B -P '!lint' -pl straum-cli -am -DskipTests test-compile dependency:build-classpath \
    -Dmdep.includeScope=test -Dmdep.outputFile="$libraries") >&2
  test_classpath=$home/straum-cli/target/test-classes:$home/straum-cli/target/classes:$(cat "$libraries")
}
