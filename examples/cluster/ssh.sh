#!/bin/sh
# Runs one question on several machines by ssh: ssh.sh HOSTS QUESTION...
#
# HOSTS has a line `host:port` for each process. Every machine has the same version of grundy in its path and
# the graph under the same name; checkpoints and the parts of the solution are written on each machine to
# $FOLDER (default: grundy-run). The network between the machines must be private: nothing is encrypted.
#
#   ./ssh.sh hosts.txt graph /data/big.bin
#
# SHELL_COMMAND takes the place of ssh: it gets a host and a command.
set -eu
hosts=$1
shift
folder=${FOLDER:-grundy-run}
remote=${SHELL_COMMAND:-ssh -o BatchMode=yes}
list=$(grep -v '^ *#' "$hosts" | grep -v '^ *$')
process=0
running=
for address in $list; do
    host=${address%:*}
    # The list travels with the command, so that every process has the same one.
    $remote "$host" "mkdir -p '$folder' && printf '%s\n' $(echo $list) > '$folder/hosts.txt' &&
        exec grundy cluster run --hosts '$folder/hosts.txt' --process $process \
            --checkpoint '$folder/checkpoints' --output '$folder/solution' -- $*" &
    running="$running $!"
    process=$((process + 1))
done
status=0
for pid in $running; do
    wait "$pid" || status=$?
done
exit "$status"
