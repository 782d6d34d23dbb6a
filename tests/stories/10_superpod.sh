#!/usr/bin/env bash
# A SuperPOD scalable unit: counts equal the published reference architecture (NVIDIA RA-11333-001 V11, page 10, table 4).
source "$(dirname "$0")/lib.sh" "$@"

"$cli" new --template superpod-h100-1su --id story-10 --as-of 2026-12-01 pod.rackwright >/dev/null
assess pod.rackwright
expect_exit 0
expect Own count.accelerators 248        # 31 nodes × 8
expect Own fabric.leaf_switches 8
expect Own fabric.spine_switches 4
expect Own fabric.node_leaf_cables 252   # 8 × 31 nodes + 4 of UFM
expect Own fabric.leaf_spine_cables 256
expect Own fabric.oversubscription 1
expect_between Own power.nameplate_w@rack:R01 40800 43050 # 4 × 10.2 kW and the fans of a rear door (8 to 30 W per kW of 75)
expect_between Own power.typical_w@rack:R01 31840 34090   # 4 × 7.96 kW measured, and the door
expect Own space.u_used@rack:R01 32
expect_no_finding POWER-PDU-OVERLOAD

# losing a feed leaves 3 of 6 supplies: 9.9 kW < 10.2 kW
expect_finding POWER-FEED-LOSS

# rented: 31 instances do the same work
expect "AWS p5" count.accelerators 248
expect "AWS p5" cost.cloud_usd_per_year 9715330.56 0.001 # 31 × 35.776 USD/h × 8,760 h

# saved, opened again, edited and undone by an edit: the same answer
cp assessment.json before.json
printf 'move device=dgx-01 rack=R08 u=33\n' | "$cli" edit pod.rackwright >/dev/null
printf 'move device=dgx-01 rack=R01 u=3\n' | "$cli" edit pod.rackwright >/dev/null
assess pod.rackwright
cmp -s before.json assessment.json || die "moved there and back, the assessment differs"

# what does not go in says why, and nothing is written
before=$(sha256sum pod.rackwright)
printf 'place part=dgx-h100 rack=R01 u=3\n' >bad.edit
refuses "dgx-01" "$cli" edit pod.rackwright --script bad.edit
[ "$before" = "$(sha256sum pod.rackwright)" ] || die "a refused edit changed the file"
done_story
