#include "core/store/journal_log.h"

#include "core/store/file_steps.h"
#include "core/store/project_image.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rackwright {

namespace {

namespace fs = std::filesystem;

// File: magic, then entries. Entry: length (4 bytes, little-endian), content, SHA-256 of (digest of the entry before, length, content).
constexpr std::string_view magic = "RkWrLog1";
constexpr std::size_t lengthBytes = 4, digestBytes = 32;

std::array<char, lengthBytes> encodedLength(std::size_t size)
{
    std::array<char, lengthBytes> bytes{};
    for (std::size_t i = 0; i < lengthBytes; ++i) bytes[i] = static_cast<char>(size >> (8 * i) & 0xff);
    return bytes;
}

std::size_t decodedLength(const char* bytes)
{
    std::size_t size = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i) size |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return size;
}

/// Of an entry with its length in front.
Sha256::Digest digestAfter(const Sha256::Digest& before, std::string_view lengthAndContent)
{
    Sha256 sha;
    sha.update({reinterpret_cast<const char*>(before.data()), before.size()});
    sha.update(lengthAndContent);
    return sha.finish();
}

/// 0, or an errno.
int readAll(int descriptor, char* to, std::size_t size, std::uint64_t at)
{
    while (size > 0) {
        const ssize_t got = ::pread(descriptor, to, size, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got < 0 ? errno : EIO;
        to += got, at += static_cast<std::uint64_t>(got), size -= static_cast<std::size_t>(got);
    }
    return 0;
}

int writeAll(int descriptor, std::string_view bytes, std::uint64_t at)
{
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : EIO;
        bytes.remove_prefix(static_cast<std::size_t>(written)), at += static_cast<std::uint64_t>(written);
    }
    return 0;
}

/// 0, or an errno.
int lock(int descriptor)
{
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

} // namespace

Result<JournalLog> JournalLog::create(const fs::path& file, std::string_view firstEntry)
{
    fs::path unnamed = file;
    unnamed += ".new"; // nobody looks at it before it is locked and whole
    JournalLog log{unnamed, ::open(unnamed.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (log.descriptor_ < 0) return log.failed("create", errno);
    const auto giveUp = [&](Unexpected error) {
        ::unlink(unnamed.c_str());
        return error;
    };
    if (const int error = lock(log.descriptor_)) return giveUp(log.failed("lock", error));
    if (const int error = writeAll(log.descriptor_, magic, 0)) return giveUp(log.failed("write", error));
    log.goodBytes_ = magic.size();
    if (Result<void> written = log.append(firstEntry); !written) return giveUp(Unexpected{written.error()});
    FileSteps steps;
    if (const int error = steps.rename(unnamed, file)) return giveUp(log.failed("rename", error));
    log.file_ = unnamed = file;
    if (const int error = steps.syncFolder(file.parent_path())) return giveUp(log.failed("sync-folder", error));
    return log;
}

Result<JournalLog> JournalLog::open(const fs::path& file)
{
    JournalLog log{file, ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    if (log.descriptor_ < 0) return log.failed("open", errno);
    const int error = lock(log.descriptor_);
    if (error == EWOULDBLOCK) return fail("STORE-JOURNAL-IN-USE", {{"file", file.string()}});
    if (error) return log.failed("lock", error);
    return log;
}

JournalLog::JournalLog(JournalLog&& other) noexcept
    : file_{std::move(other.file_)}, descriptor_{std::exchange(other.descriptor_, -1)},
      goodBytes_{other.goodBytes_}, tail_{other.tail_}, last_{other.last_}
{
}

JournalLog& JournalLog::operator=(JournalLog&& other) noexcept
{
    if (this == &other) return *this;
    closeFile();
    file_ = std::move(other.file_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    goodBytes_ = other.goodBytes_, tail_ = other.tail_, last_ = other.last_;
    return *this;
}

JournalLog::~JournalLog()
{
    closeFile();
}

void JournalLog::closeFile()
{
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Unexpected JournalLog::failed(std::string_view step, int errorNumber) const
{
    return fail("STORE-JOURNAL-FAILED",
        {{"file", file_.string()}, {"step", std::string{step}}, {"reason", std::generic_category().message(errorNumber)}});
}

/// Takes the entry at `goodBytes_`; false where there is none that is whole.
Result<bool> JournalLog::readEntry(std::uint64_t fileBytes, std::vector<char>& entry)
{
    const std::uint64_t left = fileBytes - goodBytes_;
    if (left < lengthBytes + digestBytes) return false;
    std::array<char, lengthBytes> length{};
    if (const int error = readAll(descriptor_, length.data(), length.size(), goodBytes_)) return failed("read", error);
    const std::uint64_t size = decodedLength(length.data());
    if (size > mostFileBytes || size > left - lengthBytes - digestBytes) return false;
    entry.resize(lengthBytes + size + digestBytes);
    if (const int error = readAll(descriptor_, entry.data(), entry.size(), goodBytes_)) return failed("read", error);
    const Sha256::Digest wanted = digestAfter(last_, {entry.data(), lengthBytes + size});
    if (std::memcmp(wanted.data(), entry.data() + lengthBytes + size, digestBytes) != 0) return false;
    goodBytes_ += entry.size();
    last_ = wanted;
    return true;
}

Result<bool> JournalLog::replay(const std::function<Result<void>(std::string_view entry)>& visit)
{
    struct stat found { };
    if (::fstat(descriptor_, &found) != 0) return failed("look", errno);
    const auto fileBytes = static_cast<std::uint64_t>(found.st_size);
    std::string start(magic.size(), '\0');
    const auto damaged = [&](const char* reason) { return fail("STORE-JOURNAL-DAMAGED", {{"file", file_.string()}, {"reason", reason}}); };
    if (!S_ISREG(found.st_mode) || fileBytes < magic.size()) return damaged("not a log of edits");
    if (const int error = readAll(descriptor_, start.data(), start.size(), 0)) return failed("read", error);
    if (start != magic) return damaged("not a log of edits");
    goodBytes_ = magic.size();
    last_ = {};
    std::vector<char> entry;
    while (true) {
        const Result<bool> whole = readEntry(fileBytes, entry);
        if (!whole) return whole;
        if (!*whole) break;
        const std::string_view content{entry.data() + lengthBytes, entry.size() - lengthBytes - digestBytes};
        if (Result<void> taken = visit(content); !taken) return Unexpected{taken.error()};
    }
    if (goodBytes_ == magic.size()) return damaged("no entry of it can be read");
    tail_ = goodBytes_ < fileBytes;
    return tail_;
}

Result<void> JournalLog::append(std::string_view entry)
{
    if (descriptor_ < 0) return failed("write", EBADF);
    if (entry.size() > mostFileBytes) return failed("write", EFBIG);
    if (tail_ && ::ftruncate(descriptor_, static_cast<off_t>(goodBytes_)) != 0) return failed("cut", errno);
    tail_ = false;
    const auto length = encodedLength(entry.size());
    std::string bytes;
    bytes.reserve(lengthBytes + entry.size() + digestBytes);
    bytes.append(length.data(), length.size()).append(entry);
    const Sha256::Digest digest = digestAfter(last_, bytes);
    bytes.append(reinterpret_cast<const char*>(digest.data()), digest.size());
    int error = writeAll(descriptor_, bytes, goodBytes_);
    const char* step = error ? "write" : "sync";
    if (!error && ::fdatasync(descriptor_) != 0) error = errno;
    if (error) {
        tail_ = ::ftruncate(descriptor_, static_cast<off_t>(goodBytes_)) != 0; // else tried again before the next
        return failed(step, error);
    }
    goodBytes_ += bytes.size();
    last_ = digest;
    return {};
}

Result<void> JournalLog::remove()
{
    if (::unlink(file_.c_str()) != 0 && errno != ENOENT) return failed("remove", errno);
    closeFile();
    return {};
}

} // namespace rackwright
