// The calls by which a save changes the disk, one by one: tests let each of them fail.
#pragma once

#include <filesystem>
#include <string_view>

namespace rackwright {

/// POSIX files. Every function returns 0 or an errno.
class FileSteps {
public:
    virtual ~FileSteps() = default;

    /// A new file, open for writing; EEXIST when there is one.
    virtual int create(const std::filesystem::path& file, unsigned mode, int& descriptor);
    /// All bytes, or an error.
    virtual int write(int descriptor, std::string_view bytes);
    virtual int setMode(int descriptor, unsigned mode);
    virtual int sync(int descriptor);
    virtual int close(int descriptor);
    /// Another name for the same file.
    virtual int link(const std::filesystem::path& file, const std::filesystem::path& name);
    virtual int rename(const std::filesystem::path& from, const std::filesystem::path& to);
    virtual int remove(const std::filesystem::path& file);
    /// Makes the names in the folder durable. 0 where the file system cannot do that.
    virtual int syncFolder(const std::filesystem::path& folder);
};

} // namespace rackwright
