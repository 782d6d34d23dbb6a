// SHA-256 (FIPS 180-4) of a stream of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rackwright {

class Sha256 {
public:
    using Digest = std::array<std::uint8_t, 32>;

    void update(std::string_view bytes);
    /// The digest of all bytes given so far; the object must not be used afterwards.
    [[nodiscard]] Digest finish();
    /// The same as 64 lower-case hex digits.
    [[nodiscard]] std::string finishHex();

private:
    void compress(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> pending_{};
    std::uint64_t bytes_ = 0;
};

} // namespace rackwright
