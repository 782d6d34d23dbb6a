#include "core/exchange/file_writer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rackwright {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longestNameBytes = 120;

std::string reasonOf(int error)
{
    return std::generic_category().message(error);
}

Unexpected cannotWrite(const fs::path& path, std::string step, std::string reason)
{
    return fail("EXCHANGE-CANNOT-WRITE", {{"file", path.string()}, {"step", std::move(step)}, {"reason", std::move(reason)}});
}

/// A new file beside the target; removed again unless it was renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target) : name_{(target.parent_path() / ".rackwright-XXXXXX").string()}
    {
        descriptor_ = ::mkstemp(name_.data());
        exists_ = descriptor_ >= 0;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile()
    {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (exists_) ::unlink(name_.c_str());
    }

    [[nodiscard]] bool isOpen() const { return exists_; }
    [[nodiscard]] bool write(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }
    [[nodiscard]] bool setMode(mode_t mode) const { return ::fchmod(descriptor_, mode) == 0; }
    [[nodiscard]] bool sync() const { return ::fsync(descriptor_) == 0; }
    [[nodiscard]] bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }
    [[nodiscard]] bool renameTo(const fs::path& target)
    {
        if (::rename(name_.c_str(), target.c_str()) != 0) return false;
        exists_ = false;
        return true;
    }

private:
    std::string name_;
    int descriptor_ = -1;
    bool exists_ = false;
};

/// The mode that the old file has, else that of a new file.
mode_t modeFor(const fs::path& target)
{
    struct stat info { };
    if (::stat(target.c_str(), &info) == 0) return info.st_mode & 07777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

void syncFolder(const fs::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor); // the file itself is safe; a folder that cannot be synced is no failure
    ::close(descriptor);
}

bool isReservedName(std::string_view stem)
{
    constexpr std::array<std::string_view, 4> names{"con", "prn", "aux", "nul"};
    std::string lower;
    for (const char c : stem.substr(0, stem.find('.'))) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool numbered = lower.size() == 4 && (lower.starts_with("com") || lower.starts_with("lpt")) && lower[3] >= '1' && lower[3] <= '9';
    return numbered || std::ranges::find(names, lower) != names.end();
}

/// At most `limit` bytes, cut between UTF-8 characters.
void shorten(std::string& text, std::size_t limit)
{
    if (text.size() <= limit) return;
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
    text.resize(limit);
}

} // namespace

Result<void> writeFileAtomically(const fs::path& path, std::string_view bytes)
{
    std::error_code error, absent; // a file that is not there yet is no error
    fs::path target = fs::absolute(path, error);
    if (!error && fs::is_symlink(target, absent)) target = fs::weakly_canonical(target, error);
    if (error) return cannotWrite(path, "find", error.message());
    if (fs::exists(target, absent) && !fs::is_regular_file(target, absent)) return cannotWrite(path, "replace", "is not a file");
    TemporaryFile file{target};
    if (!file.isOpen()) return cannotWrite(path, "create", reasonOf(errno));
    if (!file.write(bytes)) return cannotWrite(path, "write", reasonOf(errno));
    if (!file.setMode(modeFor(target))) return cannotWrite(path, "set mode", reasonOf(errno));
    if (!file.sync()) return cannotWrite(path, "sync", reasonOf(errno));
    if (!file.close()) return cannotWrite(path, "close", reasonOf(errno));
    if (!file.renameTo(target)) return cannotWrite(path, "rename", reasonOf(errno));
    syncFolder(target.parent_path());
    return {};
}

std::string safeFileName(std::string_view name)
{
    std::string safe;
    for (const char c : name) {
        const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        const bool separator = std::string_view{"/\\:*?\"<>|"}.find(c) != std::string_view::npos;
        safe += control || separator ? '_' : c;
    }
    safe.erase(0, std::min(safe.find_first_not_of(". "), safe.size()));
    if (isReservedName(safe)) safe.insert(0, 1, '_');
    shorten(safe, longestNameBytes);
    safe.erase(safe.find_last_not_of(". ") + 1);
    return safe.empty() ? "unnamed" : safe;
}

Result<fs::path> pathInFolder(const fs::path& folder, std::string_view name)
{
    std::error_code error;
    const fs::path root = fs::weakly_canonical(fs::absolute(folder, error), error);
    const fs::path path = fs::weakly_canonical(root / safeFileName(name), error);
    if (error || path.parent_path() != root)
        return fail("EXCHANGE-OUTSIDE-FOLDER", {{"folder", folder.string()}, {"found", std::string{name}}});
    return root / path.filename();
}

} // namespace rackwright
