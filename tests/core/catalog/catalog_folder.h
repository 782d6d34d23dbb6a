// A catalog folder for tests: the shipped schema, all its tables empty, and the rows that a test adds.
#pragma once

#include "core/catalog/loader.h"

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rackwright::testing_support {

using Cells = std::vector<std::pair<std::string, std::string>>;

class CatalogFolder {
public:
    CatalogFolder();
    ~CatalogFolder();
    CatalogFolder(const CatalogFolder&) = delete;
    CatalogFolder& operator=(const CatalogFolder&) = delete;

    /// Cells not named stay blank. Required cells must be named.
    CatalogFolder& add(const std::string& table, const Cells& cells);
    /// Writes a file as it is, over what was there.
    void write(const std::string& file, const std::string& text);
    void remove(const std::string& file);
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] Result<Catalog> load() const { return Catalog::load(path_); }

private:
    std::filesystem::path path_;
    std::map<std::string, std::vector<std::string>> columnsOf_;
    std::map<std::string, std::string> textOf_;
};

} // namespace rackwright::testing_support
