#include "core/store/project_file.h"

#include "core/design/invariants.h"
#include "core/store/project_image.h"
#include "core/store/save_file.h"
#include "core/store/save_project.h"

namespace rackwright {

namespace {

Unexpected in(const std::filesystem::path& file, const Error& error)
{
    return Unexpected{error.with("file", file.string())};
}

/// A file that breaks an invariant could not be opened again, so it is not written either.
Result<void> requireInvariants(const Project& project)
{
    const std::vector<Error> broken = checkInvariants(project);
    if (broken.empty()) return {};
    return Unexpected{Error{"STORE-BROKEN-DESIGN", broken.front().args}.with("invariant", broken.front().code)};
}

Result<void> verify(const std::filesystem::path& written, const std::string& digest)
{
    Result<std::vector<unsigned char>> bytes = readFile(written);
    if (!bytes) return Unexpected{bytes.error()};
    const Result<OpenedProject> again = projectOf(std::move(*bytes));
    if (!again) return Unexpected{again.error()};
    if (again->digest != digest)
        return fail("STORE-DAMAGED", {{"where", "digest after writing"}, {"found", again->digest}, {"wanted", digest}});
    return {};
}

} // namespace

Result<OpenedProject> openProject(const std::filesystem::path& file)
{
    Result<std::vector<unsigned char>> bytes = readFile(file);
    if (!bytes) return Unexpected{bytes.error()};
    Result<OpenedProject> opened = projectOf(std::move(*bytes));
    if (!opened) return in(file, opened.error());
    if (Result<void> sound = requireInvariants(opened->project); !sound) return in(file, sound.error());
    return opened;
}

Result<std::string> saveProject(const Project& project, const std::filesystem::path& file, FileSteps& steps)
{
    if (Result<void> sound = requireInvariants(project); !sound) return in(file, sound.error());
    Result<ProjectImage> made = imageOf(project);
    if (!made) return in(file, made.error());
    const auto check = [&](const std::filesystem::path& written) { return verify(written, made->digest); };
    if (Result<void> done = replaceFile(file, made->image.view(), check, steps); !done) return in(file, done.error());
    return std::move(made->digest);
}

Result<std::string> saveProject(const Project& project, const std::filesystem::path& file)
{
    FileSteps steps;
    return saveProject(project, file, steps);
}

} // namespace rackwright
