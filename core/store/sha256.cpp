#include "core/store/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rackwright {

namespace {

/// First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2).
constexpr std::array<std::uint32_t, 64> roundConstants{0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3,
    0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c,
    0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb,
    0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t bigEndian(const std::uint8_t* at)
{
    return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | std::uint32_t{at[3]};
}

} // namespace

void Sha256::compress(const std::uint8_t* block)
{
    std::array<std::uint32_t, 64> w;
    for (std::size_t t = 0; t < 16; ++t) w[t] = bigEndian(block + 4 * t);
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
        const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    // One round leaves its result in d and h; the callers turn the names instead of moving the values.
    const auto round = [&w](std::size_t t, std::uint32_t ra, std::uint32_t rb, std::uint32_t rc, std::uint32_t& rd, std::uint32_t re,
                           std::uint32_t rf, std::uint32_t rg, std::uint32_t& rh) {
        const std::uint32_t t1 =
            rh + (std::rotr(re, 6) ^ std::rotr(re, 11) ^ std::rotr(re, 25)) + ((re & rf) ^ (~re & rg)) + roundConstants[t] + w[t];
        const std::uint32_t t2 = (std::rotr(ra, 2) ^ std::rotr(ra, 13) ^ std::rotr(ra, 22)) + ((ra & rb) ^ (ra & rc) ^ (rb & rc));
        rd += t1;
        rh = t1 + t2;
    };
    for (std::size_t t = 0; t < 64; t += 8) {
        round(t, a, b, c, d, e, f, g, h);
        round(t + 1, h, a, b, c, d, e, f, g);
        round(t + 2, g, h, a, b, c, d, e, f);
        round(t + 3, f, g, h, a, b, c, d, e);
        round(t + 4, e, f, g, h, a, b, c, d);
        round(t + 5, d, e, f, g, h, a, b, c);
        round(t + 6, c, d, e, f, g, h, a, b);
        round(t + 7, b, c, d, e, f, g, h, a);
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += mixed[i];
}

void Sha256::update(std::string_view bytes)
{
    if (bytes.empty()) return;
    const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t left = bytes.size();
    const std::size_t filled = bytes_ % 64;
    bytes_ += left;
    if (filled != 0) {
        const std::size_t taken = std::min(left, 64 - filled);
        std::memcpy(pending_.data() + filled, at, taken);
        at += taken, left -= taken;
        if (filled + taken < 64) return;
        compress(pending_.data());
    }
    for (; left >= 64; at += 64, left -= 64) compress(at);
    if (left != 0) std::memcpy(pending_.data(), at, left);
}

Sha256::Digest Sha256::finish()
{
    const std::uint64_t bits = bytes_ * 8;
    const std::size_t filled = bytes_ % 64;
    std::string padding(1, '\x80');
    padding.append((filled < 56 ? 55 : 119) - filled, '\0');
    for (int shift = 56; shift >= 0; shift -= 8) padding.push_back(static_cast<char>(bits >> shift & 0xff));
    update(padding);
    Digest digest;
    for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)) & 0xff);
    return digest;
}

std::string Sha256::finishHex()
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    hex.reserve(64);
    for (const std::uint8_t byte : finish()) hex += digits[byte >> 4], hex += digits[byte & 15];
    return hex;
}

} // namespace rackwright
