// Who may write a project file: a lock on `.NAME.rackwright.lock` beside it, held by the operating system for as long as the
// process lives. A second program gets to know who has it.
#pragma once

#include "core/quantity/error.h"

#include <filesystem>

namespace rackwright {

/// Held until destroyed or the process ends, however it ends. Advisory: opening and saving do not ask for it.
class ProjectLock {
public:
    /// Locks `file`, which need not exist; a link is followed, so two names of one file are one lock. Errors (each with file):
    /// STORE-LOCKED (user, host, pid, since: ISO time in UTC; each empty where the other did not write it down), STORE-NO-FOLDER
    /// (folder), STORE-CANNOT-LOCK (lock, reason) where the folder may not be written or the file system knows no locks.
    [[nodiscard]] static Result<ProjectLock> acquire(const std::filesystem::path& file);

    ProjectLock(ProjectLock&& other) noexcept;
    ProjectLock& operator=(ProjectLock&& other) noexcept;
    /// Removes the lock file and frees the lock.
    ~ProjectLock();

    [[nodiscard]] const std::filesystem::path& lockFile() const { return lockFile_; }

private:
    enum class Release { removeFile, keepFile };
    ProjectLock(std::filesystem::path lockFile, int descriptor) : lockFile_{std::move(lockFile)}, descriptor_{descriptor} { }
    void release(Release how);

    std::filesystem::path lockFile_;
    int descriptor_ = -1;
};

/// Where the lock of a project file is.
[[nodiscard]] std::filesystem::path lockFileOf(const std::filesystem::path& file);

} // namespace rackwright
