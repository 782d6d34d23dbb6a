#!/usr/bin/env bash
# Tells what changed in the assessment of each template since its golden file was written. Change is news, not a failure: the
# right figures stand in tests/validation/samples_expected.csv. Fails (2) only when it cannot compare.
# usage: report.sh CLI [--update]    --update writes the golden files anew
set -euo pipefail
cli=$(realpath "${1:?usage: report.sh CLI [--update]}")
update=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

die() {
    echo "golden: $*" >&2
    exit 2
}

# assessment TEMPLATE: as JSON, of a project that differs in nothing but the template.
assessment() {
    local code=0
    "$cli" new "$folder/$1.rackwright" --template "$1" --id golden --name "$1" --as-of 2026-12-01 >/dev/null || die "no project from $1"
    "$cli" assess "$folder/$1.rackwright" --format json >"$folder/$1.json" || code=$?
    [ "$code" -le 1 ] || die "$1 is not assessed (exit $code)"
}

# One line a figure or finding: kind, scenario and name, for figures then value, unit and knowledge. Tabs between.
flatten() {
    awk '
        function text(line) { sub(/^ *"[a-z_]+": /, "", line); sub(/,$/, "", line); gsub(/^"|"$/, "", line); return line }
        function finish() { if (code != "") print "finding\t" scenario " " code " " subjects " (" severity ")"; code = "" }
        /^   "name": /       { finish(); scenario = text($0) }
        /^     "id": /       { id = text($0) }
        /^     "value": /    { value = text($0) }
        /^     "unit": /     { unit = text($0) }
        /^     "knowledge": /{ print "figure\t" scenario " " id "\t" value "\t" unit "\t" text($0) }
        /^     "code": /     { finish(); code = text($0); severity = subjects = "" }
        /^     "severity": / { severity = text($0) }
        /^     "subjects": / { listing = $0 !~ /\]/ ; next }
        listing && /^     \]/ { listing = 0 }
        listing              { line = text($0); gsub(/^ *"|"$/, "", line); subjects = subjects (subjects == "" ? "" : ",") line }
        END { finish() }' "$1"
}

# report TEMPLATE: what is new, gone or changed; a change below a millionth is none.
report() {
    flatten "$1.json" >"$folder/before"
    flatten "$folder/$1.json" >"$folder/now"
    [ -s "$folder/before" ] && [ -s "$folder/now" ] || die "no figures of $1 to compare"
    awk -F '\t' -v template="$1" '
        function shown(v) { return v == "null" ? "unknown" : v }
        function tell(line) { print template ": " line; ++changes }
        NR == FNR { before[$1 FS $2] = $3; unit[$1 FS $2] = $4; knowledge[$1 FS $2] = $5; next }
        {
            key = $1 FS $2; seen[key] = 1
            if (!(key in before)) { tell("new " $1 " " $2 ($1 == "figure" ? " = " shown($3) " " $4 : "")); next }
            d = $3 - before[key]; if (d < 0) d = -d
            a = before[key] + 0; if (a < 0) a = -a
            same = $3 == before[key] || ($3 != "null" && before[key] != "null" && $1 == "figure" && d <= 1e-6 * a)
            if (!same && $1 == "figure" && a > 0 && $3 != "null")
                tell($2 ": " before[key] " -> " $3 " " $4 sprintf(" (%+.3g %%)", ($3 - before[key]) / a * 100))
            else if (!same) tell($2 ": " shown(before[key]) " -> " shown($3) " " $4)
            else if (knowledge[key] != $5) tell($2 ": " knowledge[key] " -> " $5)
        }
        END {
            for (key in before) if (!(key in seen)) { split(key, k, FS); tell("gone " k[1] " " k[2]) }
            print template ": " (changes ? changes " changes" : "as before")
        }' "$folder/before" "$folder/now"
}

templates=$("$cli" templates --format csv | awk -F, 'NR > 1 { print $1 }')
[ -n "$templates" ] || die "no templates"
for template in $templates; do
    assessment "$template"
    if [ "$update" = --update ]; then
        cp "$folder/$template.json" "$template.json"
    elif [ -f "$template.json" ]; then
        report "$template"
    else
        echo "$template: no golden file yet; write it with tests/golden/report.sh CLI --update"
    fi
done
