// Writes project files of today's format as seeds for the fuzzer: seed FOLDER
#include "core/store/project_image.h"
#include "tests/core/store/sample_project.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

int main(int argc, char** argv)
{
    using namespace rackwright;
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    for (int i = -1; i < 6; ++i) {
        const Project project =
            i < 0 ? testing_support::sampleProject() : testing_support::randomProject(static_cast<std::uint64_t>(i), 3 * i);
        const Result<ProjectImage> image = imageOf(project);
        if (!image) return 1;
        const std::string_view bytes = image->image.view();
        std::ofstream{folder / ("seed-" + std::to_string(i + 1)), std::ios::binary}.write(
            bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    return 0;
}
