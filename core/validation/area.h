// What one validated area is made of. Private to validation.
#pragma once

#include "core/catalog/csv.h"
#include "core/quantity/quantity.h"
#include "core/validation/validation.h"
#include "core/workload/architecture.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A row of the table without its answers: an answer column reads as blank, so no prediction can know it.
class InputRow {
public:
    InputRow(const CsvTable& table, std::size_t row, std::span<const std::string_view> answers)
        : table_{table}, row_{row}, answers_{answers}
    {
    }

    [[nodiscard]] std::string_view text(std::string_view column) const;
    [[nodiscard]] std::optional<double> number(std::string_view column) const;
    /// The first of these columns that is blank; empty when all are stated.
    [[nodiscard]] std::string_view firstBlank(std::span<const std::string_view> columns) const;
    [[nodiscard]] const CsvTable& table() const { return table_; }

private:
    const CsvTable& table_;
    std::size_t row_;
    std::span<const std::string_view> answers_;
};

/// A prediction of one quantity of a row, or why there is none.
struct Prediction {
    std::string quantity, unit;
    std::optional<Quantity<>> value; ///< in the unit
    std::string reason; ///< when there is no value
    bool statesInputs = true;
    std::string calibration = "none", group;
};

/// The published answer to a quantity, read after the prediction.
struct Published {
    std::optional<double> value; ///< in the unit of the prediction
    std::string text; ///< where it is no plain number
    std::string from;
};

/// Whole row with its answers.
using AnswerCell = std::function<std::string_view(std::string_view column)>;

struct AreaRules {
    std::string_view name, table, inputs;
    std::vector<std::string_view> answers;
    std::vector<std::string_view> needed; ///< columns that the table must have
    std::function<std::vector<Prediction>(const InputRow&, const EngineData&)> predict;
    std::function<Published(const InputRow&, const AnswerCell&, const Prediction&, const EngineData&)> published;
};

[[nodiscard]] AreaRules paramsArea();
[[nodiscard]] AreaRules flopsArea();
[[nodiscard]] AreaRules fabricArea();
[[nodiscard]] AreaRules trainingArea();
[[nodiscard]] AreaRules memoryArea();
[[nodiscard]] AreaRules inferenceMemoryArea();

/// `MISSING_INPUT:column`; the row does not state its inputs.
[[nodiscard]] Prediction missingInput(std::string quantity, std::string unit, std::string_view column);
[[nodiscard]] Prediction skipped(std::string quantity, std::string unit, std::string reason, bool statesInputs = true);

/// The shape of a training row: the model that its name leads to, under the row's own cells.
[[nodiscard]] Result<Architecture> shapeOfTrainingRow(const InputRow& row, const Catalog& catalog);
/// Model FLOPs of a token in the row's own convention, recomputation included where `flops_basis` counts it.
[[nodiscard]] double flopsPerTokenAsCounted(const Architecture& architecture, double sequence, std::string_view basis);

} // namespace rackwright
