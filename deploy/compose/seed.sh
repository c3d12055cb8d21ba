#!/bin/bash
# Makes the index cities with $1 documents, the same ones every time, in a container that has bash, curl and grep.
# Where they are there already nothing is done.
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
letters=({A..Z})
for ((from = 0; from < documents; from += 5000)); do
  for ((i = from; i < from + 5000 && i < documents; i++)); do
    printf '{"index":{"_id":"%d"}}\n{"name":"City %d","country":"%s%s","population":%d,"note":"%0200d"}\n' \
      $i $i "${letters[i % 26]}" "${letters[i / 26 % 26]}" $((i * 7919 % 1000003)) $i
  done | ask -X POST "$es/cities/_bulk?filter_path=errors" --data-binary @- | grep -q '"errors":false' ||
    { echo "seed: documents from $from on were not taken" >&2; exit 1; }
done
ask -o /dev/null -X POST "$es/cities/_refresh"
echo "seed: cities has $documents documents"
