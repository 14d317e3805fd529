# Sourced by run.sh and test.sh: installs Debian packages and the Rust toolchain where they are missing.

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
        echo "These packages are missing, and neither root nor sudo is at hand: run as root: $*" >&2
        exit 1
    fi
}

# Installs those of the named packages that are not there. On other systems than Debian's family it
# only names them, and the build goes on with what there is.
install_packages() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null; then
        echo "Not a Debian system: please see that the like of these is installed: $*" >&2
        return
    fi
    for package in "$@"; do
        case "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" in
            installed) ;;
            *) missing+=("$package") ;;
        esac
    done
    [ ${#missing[@]} = 0 ] && return
    echo "Installing ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The toolchain that Cargo.toml asks for, by rustup, where cargo is missing or too old.
install_rust() {
    local wanted have
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    have=$(rustc --version 2>/dev/null | cut -d' ' -f2 || true)
    if [ -n "$have" ] && [ "$(printf '%s\n%s\n' "$wanted" "$have" | sort -V | head -n1)" = "$wanted" ]; then
        return
    fi
    if ! command -v rustup >/dev/null; then
        install_packages ca-certificates curl
        curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal -c clippy -c rustfmt
        . "$HOME/.cargo/env"
    fi
    rustup toolchain install stable --profile minimal -c clippy -c rustfmt
    rustup default stable
}

install_for_build() {
    # clingo, the solver, is built from its C++ source; crates are fetched over TLS.
    install_packages ca-certificates gcc g++ make cmake
    # CMake 4 refuses clingo's minimum version unless it is told not to.
    export CMAKE_POLICY_VERSION_MINIMUM=3.5
    install_rust
}
