// Runs a fuzz target over files instead of a fuzzer's inventions: replay FILE_OR_FOLDER...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void replay(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    const std::vector<char> bytes{std::istreambuf_iterator<char>{in}, {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

} // namespace

int main(int argc, char** argv)
{
    int files = 0;
    for (int i = 1; i < argc; ++i) {
        if (!fs::is_directory(argv[i])) {
            replay(argv[i]), ++files;
            continue;
        }
        for (const auto& entry : fs::directory_iterator{argv[i]}) replay(entry.path()), ++files;
    }
    std::printf("%d files replayed\n", files);
    return files == 0 ? 1 : 0;
}
