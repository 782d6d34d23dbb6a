#include "core/store/file_steps.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rackwright {

namespace {

int resultOf(int returned)
{
    return returned < 0 ? errno : 0;
}

} // namespace

int FileSteps::create(const std::filesystem::path& file, unsigned mode, int& descriptor)
{
    descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    return resultOf(descriptor);
}

int FileSteps::write(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : EIO;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int FileSteps::setMode(int descriptor, unsigned mode)
{
    return resultOf(::fchmod(descriptor, mode));
}

int FileSteps::sync(int descriptor)
{
    return resultOf(::fsync(descriptor));
}

int FileSteps::close(int descriptor)
{
    return resultOf(::close(descriptor));
}

int FileSteps::link(const std::filesystem::path& file, const std::filesystem::path& name)
{
    return resultOf(::link(file.c_str(), name.c_str()));
}

int FileSteps::rename(const std::filesystem::path& from, const std::filesystem::path& to)
{
    return resultOf(std::rename(from.c_str(), to.c_str()));
}

int FileSteps::remove(const std::filesystem::path& file)
{
    return resultOf(::unlink(file.c_str()));
}

int FileSteps::syncFolder(const std::filesystem::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int result = resultOf(::fsync(descriptor));
    ::close(descriptor);
    const bool cannot = result == EINVAL || result == ENOTSUP || result == ENOSYS;
    return cannot ? 0 : result;
}

} // namespace rackwright
