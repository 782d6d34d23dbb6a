#!/usr/bin/env bash
# Installs what is missing, builds Rackwright, and assesses the sample SuperPOD.
# usage: bash packaging/run.sh [--deps-only]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/deps.sh

ensure_packages "${run_packages[@]}"
[ "${1:-}" = --deps-only ] && exit 0

build release rackwright-cli
cli=build/release/app/cli/rackwright-cli
mkdir -p out
"$cli" new --template superpod-h100-1su --id sample --as-of 2026-12-01 out/superpod.rackwright
"$cli" assess out/superpod.rackwright
"$cli" assess out/superpod.rackwright --format json >out/assessment.json
"$cli" export out/superpod.rackwright --bom out/bom.csv
echo
echo "Wrote out/superpod.rackwright, out/assessment.json and out/bom.csv"
