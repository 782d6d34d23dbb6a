#include "tests/source_folder.h"
#include "ui/text/sentence.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>

namespace rackwright {
namespace {

/// Codes that stand in the sources: quoted words of capitals with a dash, after what makes an error or a finding.
std::set<std::string> codesInSources()
{
    static const std::regex code{
        R"re("((?:CLI|JOB|VALIDATE|CALIBRATION|CATALOG|CSV|SCHEMA|UNITS|MODEL|PLAN|FORMAT|KV|PRECISION|RECIPE|ENGINE|HF|DESIGN|EDIT|SCRIPT|GENERATE|NEW|TEMPLATE|EXCHANGE|STORE|COST|FABRIC|HEAT|MEMORY|POWER|SOFTWARE|SPACE|STORAGE|WORKLOAD)(?:-[A-Z0-9]+)+)")re"};
    std::set<std::string> codes;
    for (const char* folder : {"core", "app"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceFolder() / folder)) {
            if (entry.path().extension() != ".cpp") continue;
            std::ifstream stream(entry.path());
            const std::string text{std::istreambuf_iterator<char>(stream), {}};
            for (std::sregex_iterator match(text.begin(), text.end(), code), end; match != end; ++match) codes.insert((*match)[1]);
        }
    return codes;
}

TEST(Sentence, EveryCodeInTheSourcesHasOne)
{
    const std::set<std::string> codes = codesInSources();
    EXPECT_GT(codes.size(), 100u);
    for (const std::string& code : codes) EXPECT_TRUE(hasSentence(code)) << code;
}

TEST(Sentence, NamesPlaceWhatFoundAndWanted)
{
    const Error error{"CATALOG-BAD-NUMBER",
        {{"file", "servers.csv"}, {"line", "3"}, {"column", "max_power_w"}, {"found", "lots"}, {"wanted", "a number"}}};
    EXPECT_EQ(sentenceOf(error), "servers.csv, line 3, column max_power_w: not a number (found lots; wanted a number)");
}

TEST(Sentence, LeavesOutWhatIsNotThere)
{
    EXPECT_EQ(sentenceOf(Error{"CLI-NO-PART", {{"found", "dgx"}}}), "'dgx' is no part of the catalog");
    EXPECT_EQ(sentenceOf(Error{"CLI-NO-PART", {{"found", "dgx"}, {"nearest", "dgx-h100"}}}),
        "'dgx' is no part of the catalog; nearest: dgx-h100");
}

TEST(Sentence, FindingsNameTheFirstSubjects)
{
    Finding finding{
        "POWER-UNCORDED", Severity::warning, {"device:a", "device:b", "device:c", "device:d", "device:e"}, {}, {{"devices", "5"}}, {}};
    EXPECT_EQ(sentenceOf(finding), "5 devices draw power and have no cord: a, b, c, d, …");
}

} // namespace
} // namespace rackwright
