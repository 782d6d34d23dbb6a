// Any text as a table: refused, or as many cells as rows and columns say.
#include "core/catalog/csv.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace rackwright;
    const Result<CsvTable> table = parseCsv({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
    if (!table) return 0;
    std::size_t bytes = 0;
    for (std::size_t row = 0; row < table->rows(); ++row)
        for (std::size_t column = 0; column < table->columns(); ++column) bytes += table->cell(row, column).size();
    if (bytes > size) std::abort();
    return 0;
}
