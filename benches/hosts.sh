#!/usr/bin/env bash
# Mining by several processes of which one is killed again and again, and what comes of it.
#
#   benches/hosts.sh PROGRAM [PENGUINS [KILLS]]
#
# Runs the mining once by one process, undisturbed. Then starts two to four processes again and again,
# kills one of them at a random moment (the one that leads, one that helps, or the process beneath one
# that does its work), and goes on from what was saved. When that has happened KILLS times, three
# processes go on to the end. Fails where one of the others does not end by itself with status 1 and the
# name of the one that is gone, where nobody helped, or where the result is another than the undisturbed
# one, byte for byte. Takes some minutes; Linux.
set -euo pipefail

program=$(realpath "$1") penguins=${2:-9} kills=${3:-20}
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
cd "$folder"
echo "in $folder, seed ${SEED:=$RANDOM}"
RANDOM=$SEED
mine=(mine --pieces "$penguins" --set ratio,even --best 20)

fail() { echo "FAILED: $*"; exit 1; }

# Seconds of processor time that a process and those beneath it have taken.
cpu_of() {
    local sum=0 id child
    for id in "$@"; do
        [ -r "/proc/$id/stat" ] || continue
        sum=$((sum + $(sed 's/.*) //' "/proc/$id/stat" | awk '{ print $12 + $13 }')))
        for child in $(cat /proc/"$id"/task/*/children 2>/dev/null); do
            sum=$((sum + $(sed 's/.*) //' "/proc/$child/stat" | awk '{ print $12 + $13 }')))
        done
    done
    echo "$((sum / $(getconf CLK_TCK)))"
}

# Starts so many processes; their numbers go to `ids`.
start() {
    local count=$1 port=$((20000 + RANDOM % 20000)) at own
    for ((at = 0; at < count; at++)); do echo "127.0.0.1:$((port + at))"; done > hosts.txt
    ids=()
    for ((at = 0; at < count; at++)); do
        own=(mine)
        [ $at = 0 ] && own=("${mine[@]}" --resume kept.json --json -o best.json --force)
        "$program" "${own[@]}" --hosts hosts.txt --process $at --threads 1 > out.$at 2> err.$at &
        ids+=($!)
    done
}

"$program" "${mine[@]}" --threads 2 --json -o whole.json > whole.report
echo "undisturbed: $SECONDS s"
killed=0 led=0 beneath=0 over=0 helpers_cpu=0
while [ $killed -lt "$kills" ]; do
    count=$((2 + RANDOM % 3))
    start $count
    sleep $((1 + RANDOM % 18)).$((RANDOM % 10))
    if ! kill -0 "${ids[0]}" 2>/dev/null; then
        over=$((over + 1))
        rm -f kept.json
        wait || true
        continue
    fi
    helpers_cpu=$((helpers_cpu + $(cpu_of "${ids[@]:1}")))
    victim=$((RANDOM % count))
    who=${ids[$victim]}
    if [ $((RANDOM % 4)) = 0 ]; then
        who=$(cat /proc/"$who"/task/*/children | awk '{ print $1; exit }')
        beneath=$((beneath + 1))
    fi
    kill -KILL "${who:-${ids[$victim]}}" || true
    killed=$((killed + 1))
    [ $victim = 0 ] && led=$((led + 1))
    for ((at = 0; at < count; at++)); do
        since=$SECONDS
        while kill -0 "${ids[$at]}" 2>/dev/null; do
            [ $((SECONDS - since)) -lt 30 ] || fail "process $at does not end after $victim was killed"
            sleep 0.05
        done
        status=0
        wait "${ids[$at]}" 2>/dev/null || status=$?
        [ $at = $victim ] && continue
        if [ $status != 1 ] || ! grep -q "the connection to process $victim " err.$at; then
            # It may just have come through.
            [ $status = 0 ] || fail "process $at: status $status, $(cat err.$at)"
        fi
    done
    echo "$killed: process $victim of $count killed, $(stat -c %s kept.json 2>/dev/null || echo 0) bytes saved"
    # The shell would tell of each that was killed.
done 2> /dev/null
start 3
for at in 0 1 2; do
    status=0
    wait "${ids[$at]}" || status=$?
    [ $status = 0 ] || fail "process $at: status $status, $(cat err.$at)"
done
cat out.1 out.2
cmp whole.json best.json || fail "other boards"
times='"elapsed_ms"|"threads"'
diff <(grep -vE "$times" whole.report) <(grep -vE "$times" out.0) || fail "other counts"
[ $helpers_cpu -gt 0 ] || fail "nobody helped"
echo "$killed killed, $led of them the one that leads, $beneath the process beneath one; $over runs were over before;"
echo "those that helped took $helpers_cpu s of processor time up to the kills; $SECONDS s in all: the same boards and counts"
