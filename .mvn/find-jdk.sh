# Finds a JDK for mvnw and shardstream, and a Java for the launcher of the tar.gz, which source this file. POSIX sh; sets
# variables that begin with jdk_ only.

jdk_needed=25
# A program that it must have: with java in place of javac a runtime without a compiler will do.
jdk_program=javac
jdk_places="JAVA_HOME, java on the PATH, /usr/lib/jvm, /usr/java, /opt, ~/.sdkman, ~/.jdks, ~/.local/share and /Library/Java"

# Sets jdk_major to the version of the JDK in directory $1; fails if there is none. Starts java only if the JDK has no release file.
jdk_read() {
  jdk_major=
  [ -x "$1/bin/java" ] && [ -x "$1/bin/$jdk_program" ] && [ -f "$1/lib/modules" ] || return 1
  if [ -r "$1/release" ]; then
    jdk_major=$(sed -n 's/^JAVA_VERSION="*\([0-9][0-9]*\).*/\1/p' "$1/release")
  fi
  if [ -z "$jdk_major" ]; then
    jdk_major=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9][0-9]*\).*/\1/p')
  fi
  [ -n "$jdk_major" ]
}

# Exports JAVA_HOME: the user's own choice if it is new enough, else the oldest JDK of this machine that is.
find_jdk() {
  if [ -n "${JAVA_HOME:-}" ] && jdk_read "$JAVA_HOME" && [ "$jdk_major" -ge "$jdk_needed" ]; then
    export JAVA_HOME
    return 0
  fi
  jdk_command=$(command -v java || true)
  if [ -n "$jdk_command" ]; then
    jdk_command=$(readlink -f "$jdk_command" 2>/dev/null || echo "$jdk_command")
    jdk_found=${jdk_command%/bin/java}
    if jdk_read "$jdk_found" && [ "$jdk_major" -ge "$jdk_needed" ]; then
      export JAVA_HOME="$jdk_found"
      return 0
    fi
  fi
  jdk_found=
  jdk_best=
  for jdk_dir in /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* "${HOME:-}"/.sdkman/candidates/java/* \
    "${HOME:-}"/.jdks/* "${HOME:-}"/.local/share/* /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    jdk_read "$jdk_dir" && [ "$jdk_major" -ge "$jdk_needed" ] || continue
    if [ -z "$jdk_best" ] || [ "$jdk_major" -lt "$jdk_best" ]; then
      jdk_found=$jdk_dir
      jdk_best=$jdk_major
    fi
  done
  [ -n "$jdk_found" ] || return 1
  export JAVA_HOME="$jdk_found"
}
