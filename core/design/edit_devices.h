// Steps that several device edits share.
#pragma once

#include "core/design/draft.h"
#include "core/design/mounting.h"

#include <string>
#include <vector>

namespace rackwright::edit {

/// The bay group that holds the cards a host is sold with; null when it is sold with none.
[[nodiscard]] const BayGroup* soldBay(const Part& host);
[[nodiscard]] std::string cardLabel(std::string_view host, std::string_view bay, int index);
/// Labels of the cards that a host is sold with.
[[nodiscard]] std::vector<std::string> soldCardLabels(const Part& host, std::string_view label);
/// Puts them into the host, which is placed already.
void insertSoldCards(Draft& draft, const Part& host, Id hostId);
/// Devices with all their guests, guests of guests too.
[[nodiscard]] std::vector<Id> withGuests(const Draft& draft, const std::vector<Id>& devices);
/// Takes devices out with their guests, links, cords and places in pools.
void eraseDevices(Draft& draft, const std::vector<Id>& devices);
/// EDIT-NOT-FOUND for a phase that the scenario does not have.
[[nodiscard]] Result<void> checkPhase(const Draft& draft, Id phase);

} // namespace rackwright::edit
