# Sourced by every story: runs rackwright-cli in a fresh folder and asserts figures. usage: STORY.sh CLI SOURCE_DIR
set -euo pipefail
cli=$1
source_dir=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
checks=0

die() {
    echo "STORY FAILED: $*" >&2
    exit 1
}

# assess FILE: keeps the figures as CSV and the findings as JSON for the checks below.
assess() {
    local code=0
    "$cli" assess "$1" --format csv >figures.csv || code=$?
    "$cli" assess "$1" --format json >assessment.json || true
    echo "$code" >exit_code
}

expect_exit() { [ "$(cat exit_code)" = "$1" ] || die "assess left with $(cat exit_code), wanted $1"; checks=$((checks + 1)); }

# figure SCENARIO ID: the value, empty when unknown. Columns of the CSV: scenario,id,value,…
figure() { awk -F, -v s="$1" -v i="$2" '$1 == s && $2 == i { print $3; found = 1 } END { exit !found }' figures.csv || die "no figure $2 of $1"; }
knowledge() { awk -F, -v s="$1" -v i="$2" '$1 == s && $2 == i { print $8; found = 1 } END { exit !found }' figures.csv || die "no figure $2 of $1"; }

# expect SCENARIO ID VALUE [PERCENT]: within the tolerance, exact when none is given.
expect() {
    local value
    value=$(figure "$1" "$2")
    awk -v v="$value" -v w="$3" -v t="${4:-0.0001}" 'BEGIN { d = v - w; if (d < 0) d = -d; a = w < 0 ? -w : w; exit !(v != "" && d <= a * t / 100 + 1e-12) }' ||
        die "$2 of $1 is '$value', wanted $3 (±${4:-0.0001} %)"
    checks=$((checks + 1))
}

# expect_between SCENARIO ID LOW HIGH
expect_between() {
    local value
    value=$(figure "$1" "$2")
    awk -v v="$value" -v l="$3" -v h="$4" 'BEGIN { exit !(v != "" && v >= l && v <= h) }' || die "$2 of $1 is '$value', wanted $3 … $4"
    checks=$((checks + 1))
}

expect_knowledge() { [ "$(knowledge "$1" "$2")" = "$3" ] || die "$2 of $1 is $(knowledge "$1" "$2"), wanted $3"; checks=$((checks + 1)); }
expect_finding() { grep -q "\"code\": \"$1\"" assessment.json || die "no finding $1"; checks=$((checks + 1)); }
expect_no_finding() { ! grep -q "\"code\": \"$1\"" assessment.json || die "finding $1"; checks=$((checks + 1)); }
# refuses TEXT COMMAND…: exits 2 with the text in its one message.
refuses() {
    local text=$1 code=0
    shift
    "$@" >refused.out 2>refused.err || code=$?
    [ "$code" = 2 ] || die "'$*' left with $code, wanted 2"
    grep -qF -- "$text" refused.err || die "'$*' said '$(cat refused.err)', wanted '$text'"
    [ ! -s refused.out ] || die "'$*' printed an answer beside its error"
    checks=$((checks + 1))
}
done_story() { echo "$checks checks passed"; }
