#!/usr/bin/env bash
# Each line of must_not_compile.txt alone: those marked `control:` must compile, all others must not.
# usage: must_not_compile.sh COMPILER SOURCE_DIR
set -u
compiler=$1 source_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/types.h" <<'TYPES'
#include "core/cost/rates.h"
#include "core/power/electrical.h"
#include "core/power/facility.h"
#include "core/quantity/money.h"
#include "core/quantity/tagged.h"
TYPES
options=(-std=c++20 -fsyntax-only -w -I "$source_dir")
# Precompiled once: some sixty compilations cost seconds, not minutes.
"$compiler" -std=c++20 -w -I "$source_dir" -x c++-header "$work/types.h" -o "$work/types.h.gch" || { echo "the types do not compile"; exit 1; }

wrong=0 bad=0 controls=0
while IFS= read -r line; do
    case $line in '' | '#'*) continue ;; esac
    expression=${line#control: }
    printf 'using namespace rackwright;\nvoid use() { (void)(%s); }\n' "$expression" > "$work/one.cpp"
    if "$compiler" "${options[@]}" -include "$work/types.h" "$work/one.cpp" 2> "$work/why"; then compiles=yes; else compiles=no; fi
    if [[ $line == control:* ]]; then
        controls=$((controls + 1))
        [[ $compiles == yes ]] || { echo "must compile: $expression"; cat "$work/why"; wrong=1; }
    else
        bad=$((bad + 1))
        [[ $compiles == no ]] || { echo "must not compile: $expression"; wrong=1; }
    fi
done < "$source_dir/tests/core/quantity/must_not_compile.txt"
echo "$bad lines refused, $controls controls"
[[ $bad -ge 30 && $controls -ge 10 ]] || { echo "lines are missing"; exit 1; }
exit $wrong
