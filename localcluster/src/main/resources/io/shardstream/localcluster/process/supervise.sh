# Runs a command in a process group of its own and kills the whole group when the parent is gone.
#
# $1: folder to remove after a kill at the end of the parent, or nothing; the rest: the command, which must begin with
# a program that makes it the leader of a new session.
# fd 0: a pipe whose other end only the parent holds; a line "kill" kills the group, end of file (however the parent
#       ended) kills it and removes the folder.
# fd 1: the command's output, standard error included. fd 2: gets one line, the command's process id.
# Ends with the command's exit code (128 + signal if a signal ended it), and leaves nothing of its group behind.
remove=$1
shift
exec 3<&0 </dev/null
"$@" 2>&1 3<&- &
child=$!
echo "$child" >&2
exec 2>&1
(
    while read -r order <&3; do
        case $order in
            kill) kill -s KILL -- "-$child" "$child" 2>/dev/null ;;
        esac
    done
    trap '' TERM
    kill -s KILL -- "-$child" "$child" 2>/dev/null
    if [ -n "$remove" ]; then
        # The dying processes may still make files for a moment.
        rm -rf -- "$remove" 2>/dev/null || { sleep 1; rm -rf -- "$remove"; }
        rmdir -- "${remove%/*}" 2>/dev/null
    fi
) &
watcher=$!
exec 3<&-
wait "$child"
code=$?
kill -s KILL -- "-$child" 2>/dev/null
kill -s TERM "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
exit "$code"
