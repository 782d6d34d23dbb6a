#include "core/store/save_file.h"

#include "core/store/project_image.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rackwright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t chunkBytes = 256 << 10;

std::string reasonOf(int errorNumber)
{
    return std::generic_category().message(errorNumber);
}

Unexpected cannotWrite(const fs::path& file, std::string_view step, int errorNumber)
{
    return fail("STORE-CANNOT-WRITE", {{"file", file.string()}, {"step", std::string{step}}, {"reason", reasonOf(errorNumber)}});
}

/// What is to be replaced.
struct Target {
    fs::path file, folder;
    std::optional<unsigned> mode; ///< of the file that is there
};

Result<Target> targetOf(const fs::path& file)
{
    Target target;
    target.file = resolvedLink(file);
    target.folder = target.file.has_parent_path() ? target.file.parent_path() : fs::path{"."};
    std::error_code ignored;
    if (!target.file.has_filename()) return fail("STORE-NOT-A-FILE", {{"file", file.string()}, {"found", "a folder"}});
    if (!fs::is_directory(target.folder, ignored))
        return fail("STORE-NO-FOLDER", {{"file", file.string()}, {"folder", target.folder.string()}});
    struct stat found { };
    if (::stat(target.file.c_str(), &found) != 0) {
        if (errno == ENOENT) return target;
        return cannotWrite(file, "look", errno);
    }
    if (!S_ISREG(found.st_mode))
        return fail("STORE-NOT-A-FILE", {{"file", file.string()}, {"found", S_ISDIR(found.st_mode) ? "a folder" : "a device"}});
    const bool writable = (found.st_mode & 0222) != 0 && ::access(target.file.c_str(), W_OK) == 0;
    if (!writable) return fail("STORE-READ-ONLY", {{"file", file.string()}});
    target.mode = found.st_mode & 07777;
    return target;
}

/// A name beside the target that no other save uses: hidden, and shorter than the file system allows.
fs::path besideName(const Target& target, std::string_view ending)
{
    static std::atomic<unsigned> counter{0};
    constexpr std::size_t mostBytes = 200;
    return target.folder / fmt::format(".{}.{}-{}.{}", target.file.filename().string().substr(0, mostBytes), ::getpid(), counter++, ending);
}

/// A file beside that is gone when the save fails.
class Temporary {
public:
    Temporary(const Target& target, FileSteps& steps) : target_{target}, steps_{steps} { }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary()
    {
        if (descriptor_ >= 0) steps_.close(descriptor_);
        if (made_) steps_.remove(file_);
    }

    [[nodiscard]] const fs::path& file() const { return file_; }

    Result<void> create()
    {
        constexpr int tries = 100; // names are left over where a process of this number was killed
        int failed = EEXIST;
        for (int i = 0; i < tries && failed == EEXIST; ++i) {
            file_ = besideName(target_, "tmp");
            failed = steps_.create(file_, target_.mode.value_or(0666) & 0777, descriptor_);
        }
        if (failed) return cannotWrite(target_.file, "create", failed);
        made_ = true;
        if (!target_.mode) return {};
        failed = steps_.setMode(descriptor_, *target_.mode);
        return failed ? Result<void>{cannotWrite(target_.file, "set-mode", failed)} : Result<void>{};
    }

    Result<void> fill(std::string_view bytes)
    {
        for (; !bytes.empty(); bytes.remove_prefix(std::min(chunkBytes, bytes.size())))
            if (const int failed = steps_.write(descriptor_, bytes.substr(0, chunkBytes)))
                return cannotWrite(target_.file, "write", failed);
        if (const int failed = steps_.sync(descriptor_)) return cannotWrite(target_.file, "sync", failed);
        const int failed = steps_.close(std::exchange(descriptor_, -1));
        return failed ? Result<void>{cannotWrite(target_.file, "close", failed)} : Result<void>{};
    }

    Result<void> rename(const fs::path& to, std::string_view step)
    {
        if (const int failed = steps_.rename(file_, to)) return cannotWrite(target_.file, step, failed);
        made_ = false;
        return {};
    }

private:
    const Target& target_;
    FileSteps& steps_;
    fs::path file_;
    int descriptor_ = -1;
    bool made_ = false;
};

fs::path previousOf(const fs::path& file)
{
    fs::path name = file;
    name += "~";
    return name;
}

Result<void> keepCopy(const Target& target, FileSteps& steps)
{
    Result<std::vector<unsigned char>> bytes = readFile(target.file);
    if (!bytes) return Unexpected{bytes.error()};
    Temporary copy{target, steps};
    if (Result<void> made = copy.create(); !made) return made;
    if (Result<void> filled = copy.fill({reinterpret_cast<const char*>(bytes->data()), bytes->size()}); !filled) return filled;
    return copy.rename(previousOf(target.file), "keep-previous");
}

/// The old version gets a second name; where the file system has no links, a copy.
Result<void> keepPrevious(const Target& target, FileSteps& steps)
{
    const fs::path beside = besideName(target, "old");
    const int failed = steps.link(target.file, beside);
    if (failed == EPERM || failed == ENOTSUP || failed == ENOSYS || failed == EMLINK || failed == EXDEV) return keepCopy(target, steps);
    if (failed) return cannotWrite(target.file, "keep-previous", failed);
    const int renamed = steps.rename(beside, previousOf(target.file));
    // Also after success: rename does nothing when NAME~ is that very file already.
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(beside, ignored))) steps.remove(beside);
    return renamed ? Result<void>{cannotWrite(target.file, "keep-previous", renamed)} : Result<void>{};
}

/// Removes what killed saves of this file left beside it, a day later.
void sweep(const Target& target, FileSteps& steps)
{
    constexpr auto age = std::chrono::hours{24};
    const std::string prefix = fmt::format(".{}.", target.file.filename().string());
    std::error_code ignored;
    std::vector<fs::path> old;
    for (auto entry = fs::directory_iterator{target.folder, ignored}; !ignored && entry != fs::directory_iterator{};
         entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || !(name.ends_with(".tmp") || name.ends_with(".old"))) continue;
        const std::string_view middle = std::string_view{name}.substr(prefix.size(), name.size() - prefix.size() - 4);
        if (middle.empty() || middle.find_first_not_of("0123456789-") != std::string_view::npos) continue;
        std::error_code unknown;
        const auto written = entry->last_write_time(unknown);
        if (!unknown && fs::file_time_type::clock::now() - written > age) old.push_back(entry->path());
    }
    for (const fs::path& file : old) steps.remove(file);
}

} // namespace

fs::path resolvedLink(fs::path file)
{
    std::error_code ignored;
    for (int depth = 0; depth < 40 && fs::is_symlink(fs::symlink_status(file, ignored)); ++depth)
        file = file.parent_path() / fs::read_symlink(file, ignored);
    return file;
}

Result<std::vector<unsigned char>> readFile(const fs::path& file)
{
    const auto unreadable = [&](int errorNumber) {
        return fail("STORE-UNREADABLE", {{"file", file.string()}, {"reason", reasonOf(errorNumber)}});
    };
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        if (errno == ENOENT) return fail("STORE-NOT-FOUND", {{"file", file.string()}});
        return unreadable(errno);
    }
    struct Closer {
        int descriptor;
        ~Closer() { ::close(descriptor); }
    } closer{descriptor};
    struct stat found { };
    if (::fstat(descriptor, &found) != 0) return unreadable(errno);
    if (!S_ISREG(found.st_mode))
        return fail("STORE-NOT-A-FILE", {{"file", file.string()}, {"found", S_ISDIR(found.st_mode) ? "a folder" : "a device"}});
    if (static_cast<std::uint64_t>(found.st_size) > mostFileBytes)
        return fail("STORE-TOO-LARGE",
            {{"file", file.string()}, {"found", fmt::format("{} bytes", found.st_size)},
                {"wanted", fmt::format("at most {} bytes", mostFileBytes)}});
    std::vector<unsigned char> bytes(static_cast<std::size_t>(found.st_size));
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = ::read(descriptor, bytes.data() + filled, bytes.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return unreadable(errno);
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
    }
    bytes.resize(filled);
    return bytes;
}

Result<void> replaceFile(
    const fs::path& file, std::string_view bytes, const std::function<Result<void>(const fs::path&)>& verify, FileSteps& steps)
{
    const Result<Target> target = targetOf(file);
    if (!target) return Unexpected{target.error()};
    Temporary fresh{*target, steps};
    if (Result<void> made = fresh.create(); !made) return made;
    if (Result<void> filled = fresh.fill(bytes); !filled) return filled;
    if (Result<void> verified = verify(fresh.file()); !verified) return verified;
    if (target->mode)
        if (Result<void> kept = keepPrevious(*target, steps); !kept) return kept;
    if (Result<void> renamed = fresh.rename(target->file, "rename"); !renamed) return renamed;
    if (const int failed = steps.syncFolder(target->folder)) return cannotWrite(file, "sync-folder", failed);
    sweep(*target, steps);
    return {};
}

} // namespace rackwright
