#include "core/store/lock.h"

#include "core/store/save_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <pwd.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rackwright {

namespace {

namespace fs = std::filesystem;

std::string userName()
{
    passwd entry{};
    passwd* found = nullptr;
    std::string space(4096, '\0');
    ::getpwuid_r(::geteuid(), &entry, space.data(), space.size(), &found);
    return found ? std::string{found->pw_name} : fmt::format("{}", ::geteuid());
}

std::string hostName()
{
    std::string name(256, '\0');
    if (::gethostname(name.data(), name.size() - 1) != 0) return {};
    return name.c_str();
}

std::string ownerText()
{
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{}\n{}\n{}\n{:%Y-%m-%dT%H:%M:%SZ}\n", userName(), hostName(), ::getpid(), fmt::gmtime(now));
}

/// Four lines, of which any may be missing: somebody else wrote them, or has not yet.
Error lockedBy(const fs::path& file, int descriptor)
{
    std::string text(1000, '\0');
    const ssize_t got = ::pread(descriptor, text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    Error error{"STORE-LOCKED", {{"file", file.string()}}};
    std::size_t at = 0;
    for (const char* name : {"user", "host", "pid", "since"}) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string value = text.substr(at, end - at);
        std::erase_if(value, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
        error.args.emplace_back(name, value.substr(0, 64));
        at = std::min(end + 1, text.size());
    }
    return error;
}

/// The name still leads to the file that is open: nobody removed the lock between opening and locking it.
bool isStill(const fs::path& lock, int descriptor)
{
    struct stat named {
    }, open{};
    return ::stat(lock.c_str(), &named) == 0 && ::fstat(descriptor, &open) == 0 && named.st_dev == open.st_dev
        && named.st_ino == open.st_ino;
}

/// 0, or an errno. A lock file of another user may be readable only; that is enough to ask who has it.
int openLock(const fs::path& lock, int& descriptor, bool& writable)
{
    constexpr int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    writable = true;
    descriptor = ::open(lock.c_str(), O_RDWR | O_CREAT | flags, 0644);
    if (descriptor < 0 && (errno == EACCES || errno == EPERM)) {
        const int denied = errno;
        writable = false;
        descriptor = ::open(lock.c_str(), O_RDONLY | flags);
        if (descriptor < 0) return errno == ENOENT ? denied : errno;
    }
    return descriptor < 0 ? errno : 0;
}

int writeOwner(int descriptor)
{
    const std::string text = ownerText();
    if (::ftruncate(descriptor, 0) != 0) return errno;
    return ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()) ? 0 : EIO;
}

} // namespace

fs::path lockFileOf(const fs::path& file)
{
    const fs::path target = resolvedLink(file);
    return target.parent_path() / fmt::format(".{}.lock", target.filename().string());
}

Result<ProjectLock> ProjectLock::acquire(const fs::path& file)
{
    const fs::path lock = lockFileOf(file);
    const fs::path folder = lock.has_parent_path() ? lock.parent_path() : fs::path{"."};
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) return fail("STORE-NO-FOLDER", {{"file", file.string()}, {"folder", folder.string()}});
    const auto cannot = [&](int errorNumber) {
        return fail("STORE-CANNOT-LOCK",
            {{"file", file.string()}, {"lock", lock.string()}, {"reason", std::generic_category().message(errorNumber)}});
    };
    constexpr int tries = 100; // each time the holder let go just then
    for (int i = 0; i < tries; ++i) {
        int descriptor = -1;
        bool writable = true;
        if (const int failed = openLock(lock, descriptor, writable)) return cannot(failed);
        ProjectLock held{lock, descriptor};
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const int failed = errno;
            Error owner = lockedBy(file, descriptor);
            held.release(Release::keepFile);
            if (failed == EWOULDBLOCK) return Unexpected{std::move(owner)};
            return cannot(failed);
        }
        if (!isStill(lock, descriptor)) {
            held.release(Release::keepFile);
            continue;
        }
        if (!writable) { // left by another user's program that was killed: make room for one of our own
            if (::unlink(lock.c_str()) != 0) {
                const int failed = errno;
                held.release(Release::keepFile);
                return cannot(failed);
            }
            continue;
        }
        if (const int failed = writeOwner(descriptor)) return cannot(failed);
        return held;
    }
    return cannot(EAGAIN);
}

ProjectLock::ProjectLock(ProjectLock&& other) noexcept
    : lockFile_{std::move(other.lockFile_)}, descriptor_{std::exchange(other.descriptor_, -1)}
{
}

ProjectLock& ProjectLock::operator=(ProjectLock&& other) noexcept
{
    if (this == &other) return *this;
    release(Release::removeFile);
    lockFile_ = std::move(other.lockFile_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    return *this;
}

ProjectLock::~ProjectLock()
{
    release(Release::removeFile);
}

/// Removed before it is freed: whoever gets the lock afterwards sees that its name is gone and makes a new one.
void ProjectLock::release(Release how)
{
    if (descriptor_ < 0) return;
    if (how == Release::removeFile && isStill(lockFile_, descriptor_)) ::unlink(lockFile_.c_str());
    ::close(std::exchange(descriptor_, -1));
}

} // namespace rackwright
