#include "tests/core/catalog/catalog_folder.h"
#include "tests/source_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <unistd.h>

namespace rackwright::testing_support {

CatalogFolder::CatalogFolder()
{
    static std::atomic<int> count = 0;
    path_ = testing::TempDir() + "rackwright_catalog_" + std::to_string(::getpid()) + '_' + std::to_string(++count);
    std::filesystem::create_directories(path_ / "published");
    const std::filesystem::path shipped = sourceFolder() / "catalog/schema.csv";
    std::filesystem::copy_file(shipped, path_ / "schema.csv");
    const auto table = readCsv(shipped, "schema.csv");
    for (std::size_t row = 0; row < table->rows(); ++row)
        columnsOf_[std::string{table->cell(row, "table")}].emplace_back(table->cell(row, "column"));
    columnsOf_.erase("schema");
    for (const auto& [name, columns] : columnsOf_) {
        for (const std::string& column : columns) textOf_[name] += (column == columns.front() ? "" : ",") + column;
        textOf_[name] += '\n';
        write(name + ".csv", textOf_[name]);
    }
}

CatalogFolder::~CatalogFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

CatalogFolder& CatalogFolder::add(const std::string& table, const Cells& cells)
{
    const std::vector<std::string>& columns = columnsOf_.at(table);
    for (const auto& [column, value] : cells)
        EXPECT_NE(std::ranges::find(columns, column), columns.end()) << table << " has no column " << column;
    for (const std::string& column : columns) {
        const auto cell = std::ranges::find(cells, column, &std::pair<std::string, std::string>::first);
        textOf_[table] += column == columns.front() ? "" : ",";
        if (cell != cells.end()) textOf_[table] += '"' + cell->second + '"';
    }
    textOf_[table] += '\n';
    write(table + ".csv", textOf_[table]);
    return *this;
}

void CatalogFolder::write(const std::string& file, const std::string& text)
{
    std::ofstream{path_ / file, std::ios::binary} << text;
}

void CatalogFolder::remove(const std::string& file)
{
    std::filesystem::remove(path_ / file);
}

} // namespace rackwright::testing_support
