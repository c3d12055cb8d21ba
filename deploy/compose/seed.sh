#!/bin/bash
# Makes the index cities with $1 documents, the same ones every time, in a container that has curl. Where they are
# there already nothing is done.
set -euo pipefail
documents=$1
es=http://es-1:9200
ask() { curl -sSf -H 'Content-Type: application/json' "$@"; }

if [[ $(ask "$es/cities/_count?ignore_unavailable=true" | grep -o '"count":[0-9]*') == "\"count\":$documents" ]]; then
  echo "seed: cities has its $documents documents already"
  exit
fi
curl -sf -o /dev/null -I "$es/cities" ||
  ask -o /dev/null -X PUT "$es/cities" -d '{"settings":{"number_of_shards":3,"number_of_replicas":1}}'
for ((from = 0; from < documents; from += 5000)); do
  awk -v from="$from" -v to="$((from + 5000 < documents ? from + 5000 : documents))" 'BEGIN {
    for (i = from; i < to; i++) {
      printf "{\"index\":{\"_id\":\"%d\"}}\n", i
      printf "{\"name\":\"City %d\",\"country\":\"%c%c\",\"population\":%d,\"note\":\"%0200d\"}\n",
        i, 65 + i % 26, 65 + int(i / 26) % 26, i * 7919 % 1000003, i
    }
  }' | ask -X POST "$es/cities/_bulk?filter_path=errors" --data-binary @- | grep -q '"errors":false' ||
    { echo "seed: documents from $from on were not taken" >&2; exit 1; }
done
ask -o /dev/null -X POST "$es/cities/_refresh"
echo "seed: cities has $documents documents"
