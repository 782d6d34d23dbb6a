// The shipped catalog: an immutable value made from the tables in catalog/, or the first thing that is wrong with them.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/error.h"

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// A class rule that fills a blank which a headline needs (catalog/estimates.csv): 10th percentile, median, 90th.
struct EstimateRule {
    std::string id;
    PartKind kind = PartKind::server;
    std::string classColumn, classValue; ///< "kind;speed_gbps" and "DAC;400": all must match; empty: all parts of the kind
    std::string column;
    std::string per; ///< each, per_u, per_kw, per_port, per_accelerator, per_tb, share, …
    double low = 0, typical = 0, high = 0;
    std::string unit, basis, date, source;
};

/// One row of catalog/onprem_costs.csv: a unit cost, ratio, life or failure rate.
struct CostFigure {
    std::string id, group, figure, unit, region, date, kind, source;
    std::optional<double> low, typical, high;
};

/// Where a foreign name leads (catalog/aliases.csv).
struct Alias {
    std::string targetTable, targetId; ///< empty id: the thing exists but has no row
    std::string relation; ///< same, default, member, missing, …
    std::string assumption;
    bool shapeInRow = false;
    std::optional<int> count;
};

struct Place {
    double latitudeDeg = 0, longitudeDeg = 0;
    std::string energyRegion; ///< of a cloud region; may be empty
};

class Catalog {
public:
    /// Reads every table of the folder. Errors name file, line, column, found and wanted. Published results are not
    /// read here.
    static Result<Catalog> load(const std::filesystem::path& folder);
    /// A catalog of given parts, for tests and for parts that a project brings along. The ids must be unique.
    static Catalog fromParts(std::vector<Part> parts, std::vector<EstimateRule> estimates = {}, std::vector<CostFigure> costs = {});
    /// The folder that ships: $RACKWRIGHT_CATALOG, else beside the program, else the source tree.
    static std::filesystem::path defaultFolder();

    /// A part of any kind but cloud instance by id; ids are unique over the kinds. Null when there is none.
    [[nodiscard]] PartPtr find(std::string_view id) const;
    [[nodiscard]] PartPtr find(PartKind kind, std::string_view id) const;
    /// All parts of a kind in the order of their table.
    [[nodiscard]] const std::vector<PartPtr>& parts(PartKind kind) const;

    [[nodiscard]] const std::vector<EstimateRule>& estimates() const { return estimates_; }
    [[nodiscard]] const std::vector<CostFigure>& costs() const { return costs_; }
    [[nodiscard]] const CostFigure* cost(std::string_view id) const;
    /// Targets of a foreign name; empty when the name is not listed. `table` and `column` as in catalog/aliases.csv.
    [[nodiscard]] std::vector<Alias> resolve(std::string_view table, std::string_view column, std::string_view value) const;
    [[nodiscard]] const Place* energyRegionPlace(std::string_view regionId) const;
    [[nodiscard]] const Place* cloudRegionPlace(std::string_view provider, std::string_view region) const;
    /// Ids nearest in spelling, for "did you mean".
    [[nodiscard]] std::vector<std::string> similarIds(std::string_view id, std::size_t limit = 3) const;

private:
    friend class CatalogLoader;

    /// Lets string_view look up std::string keys without a copy.
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    template <class T>
    using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

    void add(PartPtr part);

    std::array<std::vector<PartPtr>, partKindCount> byKind_;
    ByText<PartPtr> byId_; ///< all kinds but cloud instances
    ByText<PartPtr> cloudById_;
    std::vector<EstimateRule> estimates_;
    std::vector<CostFigure> costs_;
    ByText<std::size_t> costById_; ///< index into costs_
    ByText<std::vector<Alias>> aliases_; ///< key: table '\n' column '\n' value
    ByText<Place> places_; ///< key: kind '\n' provider '\n' region
};

} // namespace rackwright
