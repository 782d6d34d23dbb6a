// Which cable or pair of transceivers joins two ports over a length. The rules are those of NVIDIA's LinkX documents.
#pragma once

#include "core/catalog/catalog.h"
#include "core/fabric/ports.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A kind of end: a port type with what decides the shell of its plug.
struct CableEnd {
    const PortType* type = nullptr;
    bool isSwitch = false;
    bool airCooledSwitch = false; ///< takes finned (IHS) plugs; all other cages flat (RHS) ones
};
[[nodiscard]] CableEnd cableEndOf(const PortType& type);

/// What is asked of a medium.
struct MediumQuery {
    CableEnd a, b;
    double gbps = 0; ///< of the link
    double lengthM = 0; ///< to be reached
    bool cagePair = false; ///< all links in the cage at either end go to the one cage at the other
    bool aloneA = false, aloneB = false; ///< the only link in its cage
    bool infiniband = false;
    bool singleMode = false; ///< of optics: no multimode
};

struct Medium {
    const Part* cable = nullptr; ///< copper, active cable, or fibre; null: no medium found
    const Part* plugA = nullptr;
    const Part* plugB = nullptr;
    int fibres = 1; ///< fibres that one link takes
    bool splitAtA = false, splitAtB = false; ///< one plug at this end, several at the other
    double reachM = 0;
    std::string reason;
};

class MediaBook {
public:
    /// Cables of the project; the catalog's where the project has none.
    MediaBook(const Inventory& inventory, const Catalog& catalog);

    /// Passive before linear active, active and optical cables, the shortest that reaches. Empty when copper does not serve.
    [[nodiscard]] Medium cableFor(const MediumQuery& query) const;
    /// The transceivers and fibre of the shortest sufficient reach, multimode before single mode.
    [[nodiscard]] Medium opticsFor(const MediumQuery& query) const;
    /// No plug can join these forms: copper pairs with a cage, or a backplane.
    [[nodiscard]] static bool formsConflict(const PortForm& a, const PortForm& b);
    /// The part of that id among these cables, else null.
    [[nodiscard]] const Part* find(std::string_view id) const;

private:
    struct Cable {
        const Part* part = nullptr;
        int rank = 0; ///< order of kinds
        PortForm formA, formB;
        std::string_view shellA, shellB, medium, connector;
        int countA = 1, countB = 1;
        double gbps = 0, reachM = 0;
        bool ethernetOnly = false, aec = false;
    };
    std::vector<PartPtr> held_;
    std::vector<Cable> assemblies_, transceivers_, fibres_;

    void add(const PartPtr& part);
    [[nodiscard]] static bool serves(const Cable& cable, const CableEnd& a, const CableEnd& b, const MediumQuery& query, bool aloneB);
    [[nodiscard]] const Cable* fibreFor(const Cable& plug) const;
};

/// A plug of this form and shell goes into the cage.
[[nodiscard]] bool plugFits(const PortForm& plug, std::string_view shell, const CableEnd& end);

} // namespace rackwright
