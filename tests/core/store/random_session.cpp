#include "tests/core/store/random_session.h"

#include "core/design/edit_script.h"
#include "tests/core/design/design_fixture.h"

#include <array>
#include <fmt/format.h>
#include <random>

namespace rackwright::testing_support {

namespace {

Project startOfSession(const Catalog& catalog)
{
    Project project;
    project.id = "random";
    project.name = "Random session";
    project.asOf = "2026-03-01";
    project.parts = std::make_shared<const PartSnapshot>(testing::testParts());
    return applyScript(project, R"(
        site name=Site
        room name=Hall
        feed name=A
        feed name=B
        scenario name=Own
        rack name=R0,R1 part=frame42
        place part=pdu0 rack=R0,R1 each=2
        place part=box8 rack=R0 u=1,9
        place part=host4 rack=R1 u=1,5
        place part=leaf1 rack=R1 u=20,21
        cord rack=R0,R1
    )",
        catalog)
        .value();
}

class Person {
public:
    explicit Person(std::uint64_t seed) : random_{seed} { }

    int below(int limit) { return std::uniform_int_distribution<int>{0, limit - 1}(random_); }

    std::string line(const Project& project)
    {
        const std::string device = deviceOf(project);
        const auto [u, k] = std::pair{1 + below(40), below(4)};
        switch (below(18)) {
        case 0: return fmt::format("remove device=\"{}\"", device);
        case 1: return fmt::format("move device=\"{}\" rack=R{} u={}", device, k, u);
        case 2: return fmt::format("rename device=\"{}\" to=d{}", device, below(1000));
        case 3: return fmt::format("set device=\"{}\" status={}", device, k ? "removed" : "planned");
        case 4: return fmt::format("set device=\"{}\" max_power_w={}", device, 100 * u);
        case 5: return fmt::format("rack name=R{} part=frame42", k);
        case 6: return fmt::format("connect from=\"{}\" to=\"{}\" count={}", device, deviceOf(project), 1 + k);
        case 7: return fmt::format("disconnect from=\"{}\"", device);
        case 8: return fmt::format("cord rack=R{}", k);
        case 9: return fmt::format("scenario name=S{} copy=Own", k);
        case 10: return fmt::format("remove scenario=S{}", k);
        case 11: return fmt::format("phase name=P{} month={}", k, u);
        case 12: return fmt::format("site name=Site pue=1.{}", u);
        case 13: return fmt::format("workload name=W{} kind=vision model=model-x streams={} fps=5", k, u);
        case 14: return fmt::format("allocate workload=W{} share=0.{}", k, 1 + k);
        case 15: return fmt::format("approve finding=POWER-UNCORDED subject=s{} reason=\"{}\"", k, u % 3 ? "known" : "");
        case 16: return fmt::format("set project=this name=\"Name {}\"", u);
        default: {
            constexpr std::array parts{"box8", "leaf1", "host4", "bare2", "heavy4"};
            return fmt::format("place part={} rack=R{} u={}", parts[static_cast<std::size_t>(below(parts.size()))], k, u);
        }
        }
    }

private:
    std::string deviceOf(const Project& project)
    {
        std::vector<std::string> labels;
        forEachPlacement(*project.scenario("Own")->build, [&](const PlacedDevice& each) { labels.push_back(each.placement->label); });
        return labels.empty() ? "none" : labels[static_cast<std::size_t>(below(static_cast<int>(labels.size())))];
    }

    std::mt19937_64 random_;
};

} // namespace

std::vector<Project> randomSession(std::uint64_t seed, int edits)
{
    const Catalog catalog;
    Person person{seed};
    std::vector<Project> history{startOfSession(catalog)};
    while (std::ssize(history) <= edits) {
        if (person.below(8) == 0) {
            history.push_back(history[static_cast<std::size_t>(person.below(static_cast<int>(history.size())))]); // undo
            continue;
        }
        if (Result<Project> after = applyScript(history.back(), person.line(history.back()), catalog)) history.push_back(std::move(*after));
    }
    return history;
}

} // namespace rackwright::testing_support
