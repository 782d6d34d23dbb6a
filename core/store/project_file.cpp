#include "core/store/project_file.h"

#include "core/store/project_image.h"
#include "core/store/save_file.h"
#include "core/store/save_project.h"

namespace rackwright {

namespace {

Unexpected in(const std::filesystem::path& file, const Error& error)
{
    return Unexpected{error.with("file", file.string())};
}

/// Somebody else's work is not overwritten: the file is gone, or holds what this program last saw of it.
Result<void> requireUnchanged(const std::filesystem::path& file, const std::string& expectedDigest)
{
    const auto changed = [&](const std::string& found) {
        const std::string wanted = expectedDigest.empty() ? "no file" : expectedDigest;
        return fail("STORE-CHANGED-OUTSIDE", {{"file", file.string()}, {"found", found}, {"wanted", wanted}});
    };
    const Result<OpenedProject> there = openProject(file);
    if (there) return there->digest == expectedDigest ? Result<void>{} : changed(there->digest);
    return there.error().code == "STORE-NOT-FOUND" ? Result<void>{} : changed(there.error().code);
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

/// `last` is asked when all else is ready.
template <class LastCheck>
Result<std::string> save(const Project& project, const std::filesystem::path& file, FileSteps& steps, LastCheck&& last)
{
    if (Result<void> sound = requireInvariants(project); !sound) return in(file, sound.error());
    Result<ProjectImage> made = imageOf(project);
    if (!made) return in(file, made.error());
    const auto check = [&](const std::filesystem::path& written) { return verify(written, made->digest).and_then(last); };
    if (Result<void> done = replaceFile(file, made->image.view(), check, steps); !done) return in(file, done.error());
    return std::move(made->digest);
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

Result<std::string> saveProject(const Project& project, const std::filesystem::path& file)
{
    FileSteps steps;
    return saveProject(project, file, steps);
}

Result<std::string> saveProject(const Project& project, const std::filesystem::path& file, FileSteps& steps)
{
    return save(project, file, steps, [] { return Result<void>{}; });
}

Result<std::string> saveProject(const Project& project, const std::filesystem::path& file, const std::string& expectedDigest)
{
    FileSteps steps;
    return save(project, file, steps, [&] { return requireUnchanged(file, expectedDigest); });
}

} // namespace rackwright
