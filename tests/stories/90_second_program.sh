#!/usr/bin/env bash
# A colleague has the project open: the second program is told who, changes nothing, and works once the file is free.
source "$(dirname "$0")/lib.sh"

"$cli" new design.rackwright >/dev/null
cp design.rackwright before
exec 9>.design.rackwright.lock
flock -x 9
printf 'ada\nbox\n12\n2026-01-01T00:00:00Z\n' >&9
echo 'set project=this name=Mine' >script
refuses "the project is open in another program: user ada on box, process 12" "$cli" edit design.rackwright --script script
refuses "the project is open in another program" "$cli" new design.rackwright
cmp -s before design.rackwright || die "the file was changed"
exec 9>&- # as when the other program is killed: the lock file stays, the lock does not
"$cli" edit design.rackwright --script script >/dev/null || die "the file is free and yet not written"
[ ! -e .design.rackwright.lock ] || die "the lock was left behind"
done_story
