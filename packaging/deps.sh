# Sourced by run.sh and test.sh: installs the Debian packages that are missing, as root or with sudo.

run_packages=(g++ cmake ninja-build ccache git
    libfmt-dev libexpected-dev nlohmann-json3-dev libsqlite3-dev libeigen3-dev libcli11-dev libxlsxwriter-dev libbenchmark-dev
    qt6-base-dev qt6-svg-dev qt6-charts-dev libqt6svg6 libgl-dev libopengl-dev libegl-dev libxkbcommon-dev)
test_packages=(libgtest-dev librapidcheck-dev clang-14 clang-tidy-14 libclang-rt-14-dev sqlite3
    poppler-utils xvfb openbox xdotool)

# ensure_packages NAME…: quiet when all are there.
ensure_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "These Debian packages are missing and need root to install: ${missing[*]}" >&2
            return 1
        }
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} missing packages: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET…]: configures once and builds; shows compiler output only when something fails.
build() {
    local preset=$1 log
    shift
    log=$(mktemp)
    echo "Building ($preset) …"
    if ! { cmake --preset "$preset" && cmake --build --preset "$preset" -- "$@"; } >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}
