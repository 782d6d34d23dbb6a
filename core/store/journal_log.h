// An append-only file of entries, each with a digest that also covers the entries before it. Locked while it is open.
#pragma once

#include "core/quantity/error.h"
#include "core/store/sha256.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace rackwright {

/// Errors: STORE-JOURNAL-FAILED (file, step, reason), STORE-JOURNAL-IN-USE (file), STORE-JOURNAL-DAMAGED (file, reason).
class JournalLog {
public:
    /// A new log with its first entry; it gets its name when all of it is on disk.
    [[nodiscard]] static Result<JournalLog> create(const std::filesystem::path& file, std::string_view firstEntry);
    /// A log that is there.
    [[nodiscard]] static Result<JournalLog> open(const std::filesystem::path& file);

    JournalLog(JournalLog&& other) noexcept;
    JournalLog& operator=(JournalLog&& other) noexcept;
    ~JournalLog();

    /// Hands over the entries from the first to the last that is whole, and goes on there: true when bytes follow that are no
    /// entry, which the next `append` overwrites. Errors: those of `visit`, and STORE-JOURNAL-DAMAGED without a whole entry.
    [[nodiscard]] Result<bool> replay(const std::function<Result<void>(std::string_view entry)>& visit);
    /// On disk when this returns; after an error the log is as it was.
    [[nodiscard]] Result<void> append(std::string_view entry);
    /// Removes the file.
    [[nodiscard]] Result<void> remove();

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

private:
    JournalLog(std::filesystem::path file, int descriptor) : file_{std::move(file)}, descriptor_{descriptor} { }
    void closeFile();
    [[nodiscard]] Unexpected failed(std::string_view step, int errorNumber) const;
    [[nodiscard]] Result<bool> readEntry(std::uint64_t fileBytes, std::vector<char>& entry);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t goodBytes_ = 0; ///< where the next entry goes
    bool tail_ = false; ///< something may follow there
    Sha256::Digest last_{}; ///< of the entry before
};

} // namespace rackwright
