#include "core/store/sha256.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

std::string hashOf(std::string_view bytes)
{
    Sha256 sha;
    sha.update(bytes);
    return sha.finishHex();
}

// NIST, "Example Values" and FIPS 180-2 appendix B.
TEST(StoreSha256, PublishedVectors)
{
    EXPECT_EQ(hashOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hashOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hashOf("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    EXPECT_EQ(hashOf(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(StoreSha256, PiecesGiveTheSameAsTheWhole)
{
    std::string text;
    for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const std::string_view whole = std::string_view{text}.substr(0, length);
        Sha256 pieces;
        for (std::size_t at = 0, step = 1; at < length; at += step, step = step % 67 + 1) pieces.update(whole.substr(at, step));
        ASSERT_EQ(pieces.finishHex(), hashOf(whole)) << length;
    }
}

} // namespace
} // namespace rackwright
