#!/usr/bin/env bash
# Holds that dependencies point down only: app → ui → core; inside core the order of the layers below; areas do not
# include each other; core has no Qt. usage: arrows.sh SOURCE_DIR
set -u
cd "$1" || exit 2
status=0
complain() {
    echo "$1" >&2
    status=1
}

# layer of a core folder: an include may only go to a lower number, or stay in its own folder
declare -A layer=([quantity]=0 [catalog]=1 [workload]=2 [design]=3 [cluster]=4
    [compute]=5 [fabric]=5 [storage]=5 [power]=5 [thermal]=5 [space]=5 [cost]=5 [software]=5 [evidence]=5
    [assess]=6 [validation]=7 [store]=8 [exchange]=8)
# store and exchange see the document and the Assessment; no area sees them
for folder in core/*/; do
    from=$(basename "$folder")
    [ -n "${layer[$from]:-}" ] || {
        complain "core/$from has no layer in tests/arrows.sh"
        continue
    }
    while IFS=: read -r file line include; do
        to=$(sed -E 's|.*"core/([a-z_]+)/.*|\1|' <<<"$include")
        [ "$to" = "$from" ] && continue
        [ "${layer[$to]:-99}" -lt "${layer[$from]}" ] || complain "$file:$line: core/$from may not include core/$to"
    done < <(grep -rnE '#include "core/' "$folder")
done

while IFS= read -r hit; do complain "core has no Qt: $hit"; done < <(grep -rnE '#include <Q[A-Z]' core)
while IFS= read -r hit; do complain "core may not include ui or app: $hit"; done < <(grep -rnE '#include "(ui|app)/' core)
while IFS= read -r hit; do complain "ui may not include app: $hit"; done < <(grep -rnE '#include "app/' ui)
json_users=$(grep -rlE '#include <nlohmann/json.hpp>' core ui app | wc -l)
[ "$json_users" -le 6 ] || complain "nlohmann/json.hpp is parsed by $json_users files; at most 6"
rapidcheck_users=$(grep -rlE '#include <rapidcheck' tests | wc -l)
[ "$rapidcheck_users" -le 10 ] || complain "rapidcheck is parsed by $rapidcheck_users files; at most 10"
while IFS= read -r hit; do complain "json.hpp belongs into .cpp files only: $hit"; done < <(grep -rnE '#include <nlohmann/json.hpp>' --include=*.h core ui app)
exit $status
