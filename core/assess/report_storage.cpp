#include "core/assess/report_storage.h"

namespace rackwright {

void reportStorage(const StorageResult& result, const Inventory&, Report& report)
{
    report.add("storage.read_demand_bytes_per_s", result.readDemandBytesPerS, "bytes/s");
    report.add("storage.read_bytes_per_s", result.readBytesPerS, "bytes/s", "as stated by the maker or a benchmark");
    report.add("storage.write_bytes_per_s", result.writeBytesPerS, "bytes/s", "as stated by the maker or a benchmark");
    report.add("storage.usable_bytes", result.usableBytes, "bytes");
}

} // namespace rackwright
