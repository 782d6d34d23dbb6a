#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests.
# usage: bash packaging/test.sh [--all]    --all also runs every test under sanitisers, fuzzes each parser for a minute
#                                          and runs clang-tidy over the core
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/deps.sh
mode=${1:-}
case "$mode" in '' | --all) ;; *)
    echo "usage: bash packaging/test.sh [--all]; found '$mode'" >&2
    exit 2
    ;;
esac

ensure_packages "${run_packages[@]}" "${test_packages[@]}"

# What reads strangers' input is tested under sanitisers on every run.
sanitised='^(Quantity|Units|Tagged|Money|Csv|Schema|Catalog|Estimate|Edit|Invariant|Generate|Store|HfConfig|Bom|FileWriter)'
if [ "$mode" = --all ]; then
    sanitised=.
    export RACKWRIGHT_TEST_SCALE=${RACKWRIGHT_TEST_SCALE:-50} # fiftieths of the full loops: kill -9, damage, random sessions
fi
build asan core_tests
ctest --preset asan -j2 -R "$sanitised" --no-tests=error --output-on-failure

if [ "$mode" = --all ]; then
    bash tests/fuzz/run.sh 60
    find core app -name '*.cpp' -print0 | xargs -0 -P2 -n4 clang-tidy -p build/asan --quiet
fi

build release
bash tests/golden/report.sh build/release/app/cli/rackwright-cli # news, not a verdict
ctest --preset release -j2 --no-tests=error
