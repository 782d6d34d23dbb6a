#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each for some seconds: run.sh SECONDS [TARGET...]
# Findings stay as files in build/fuzz/findings; exit 1 when there is one. What is worth keeping goes into tests/fuzz/corpus.
set -euo pipefail
seconds=${1:?usage: run.sh SECONDS [TARGET...]}
shift
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$source/build/fuzz
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(project_file csv quantity hf_config edit_script)

cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-14 -DRACKWRIGHT_FUZZ=ON >/dev/null
ninja -C "$build" fuzz_seed "${targets[@]/%/_fuzz}"
"$(find "$build" -name fuzz_seed -type f)" "$build/seeds/project_file"

status=0
for target in "${targets[@]}"; do
    found=$build/findings/$target grown=$build/grown/$target
    mkdir -p "$found" "$grown" "$build/seeds/$target"
    echo "== $target, $seconds s"
    "$(find "$build" -name "${target}_fuzz" -type f)" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=262144 \
        -artifact_prefix="$found/" -print_final_stats=1 "$grown" "$source/tests/fuzz/corpus/$target" "$build/seeds/$target" \
        >"$build/$target.log" 2>&1 || status=1
    grep -E 'number_of_executed_units|new_units_added|ERROR|SUMMARY' "$build/$target.log" || tail -5 "$build/$target.log"
done
exit $status
