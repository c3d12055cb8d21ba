{{/* What a schema cannot say, or must hold without one too: each is refused with a sentence. */}}
{{- define "shardstream.checks" -}}
{{- $v := .Values }}
{{- if and (not $v.runFile) (not $v.existingRunFile.configMap) }}
{{- fail "There is no run file: put it under runFile, or name a config map that holds it with existingRunFile.configMap." }}
{{- end }}
{{- if and $v.runFile $v.existingRunFile.configMap }}
{{- fail "There are two run files: give either runFile or existingRunFile.configMap." }}
{{- end }}
{{- if and (not $v.image.tag) (not $v.image.digest) }}
{{- fail "No image is named: give image.tag or image.digest." }}
{{- end }}
{{- if and $v.http.existingSecret (not $v.http.operatorTokenKey) (not $v.http.readTokenKey) }}
{{- fail "http.existingSecret is given without a key in it: give http.operatorTokenKey or http.readTokenKey." }}
{{- end }}
{{- if and $v.http.tls.clientCaKey (not $v.http.tls.existingSecret) }}
{{- fail "http.tls.clientCaKey is a key in http.tls.existingSecret, which is not given." }}
{{- end }}
{{- if and $v.http.tls.existingSecret (not (include "shardstream.open" .)) }}
{{- fail "http.tls.existingSecret is given, and nobody may ask: give http.existingSecret or http.tls.clientCaKey." }}
{{- end }}
{{- if and $v.podMonitor.enabled (not $v.http.existingSecret) }}
{{- fail "podMonitor.enabled needs a token for Prometheus: give http.existingSecret." }}
{{- end }}
{{- if and $v.podMonitor.enabled (not $v.http.readTokenKey) }}
{{- fail "podMonitor.enabled needs the token that lets one look, since Prometheus is to change nothing: give http.readTokenKey." }}
{{- end }}
{{- include "shardstream.checks.secrets" . }}
{{- include "shardstream.checks.writers" . }}
{{- end }}

{{- define "shardstream.checks.secrets" -}}
{{- range $side := list "source" "target" }}
{{- $auth := dig $side "auth" dict $.Values.runFile }}
{{- range $key, $value := dict "basic.password" (dig "basic" "password" "" $auth) "api-key" (dig "api-key" "" $auth) "bearer" (dig "bearer" "" $auth) }}
{{- if and $value (not (regexMatch "^\\$\\{(env|file):[^}]+\\}$" (toString $value))) }}
{{- fail (printf "runFile.%s.auth.%s holds a secret, which anyone could read in the config map: put it into a Secret, and ${env:NAME} or ${file:path} in its place." $side $key) }}
{{- end }}
{{- end }}
{{- end }}
{{- $seal := dig "docs" "seal-key" "" $.Values.runFile }}
{{- if and $seal (not (regexMatch "^\\$\\{(env|file):[^}]+\\}$" (toString $seal))) }}
{{- fail "runFile.docs.seal-key holds a secret, which anyone could read in the config map: put it into a Secret, and ${env:NAME} or ${file:path} in its place." }}
{{- end }}
{{- range $key, $value := dig "kafka" "properties" dict $.Values.runFile }}
{{- $literal := and (regexMatch "(password|keystore\\.key)$" $key) (not (contains "${" (toString $value))) }}
{{- $within := regexMatch "(?i)(password|secret)[\"']?\\s*=\\s*[\"']?[^\"'$\\s]" (toString $value) }}
{{- if or $literal $within }}
{{- fail (printf "runFile.kafka.properties.%s holds a secret, which anyone could read in the config map: put it into a Secret, and ${env:NAME} or ${file:path} in its place." $key) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "shardstream.checks.writers" -}}
{{- $w := .Values.writers }}
{{- $a := $w.autoscaling }}
{{- if and (eq $w.mode "perNode") (not $w.groups) }}
{{- fail "writers.mode is perNode, and writers.groups names no group." }}
{{- end }}
{{- if and (eq $w.mode "deployment") $w.groups }}
{{- fail "writers.groups are for writers.mode perNode, and the mode is deployment." }}
{{- end }}
{{- $names := list }}
{{- range $w.groups }}
{{- if has .name $names }}
{{- fail (printf "writers.groups names %s twice." .name) }}
{{- end }}
{{- $names = append $names .name }}
{{- end }}
{{- if $a.enabled }}
{{- if ne $w.mode "deployment" }}
{{- fail "writers.autoscaling is for writers.mode deployment: the lag of one node's lanes is not told apart from that of the others." }}
{{- end }}
{{- if lt (int $a.minReplicaCount) 1 }}
{{- fail "writers.autoscaling.minReplicaCount must be 1 or more: without any writer nothing is written, and nothing might notice." }}
{{- end }}
{{- if lt (int $a.maxReplicaCount) (int $a.minReplicaCount) }}
{{- fail "writers.autoscaling.maxReplicaCount must not be less than minReplicaCount." }}
{{- end }}
{{- $lanes := int (dig "target" "shards" 0 .Values.runFile) }}
{{- if and $lanes (gt (int $a.maxReplicaCount) $lanes) }}
{{- fail (printf "writers.autoscaling.maxReplicaCount is %d, and the target has %d shards: further writers would have nothing to do." (int $a.maxReplicaCount) $lanes) }}
{{- end }}
{{- if and (eq $a.trigger "prometheus") (not $a.prometheus.serverAddress) }}
{{- fail "writers.autoscaling.trigger is prometheus: give writers.autoscaling.prometheus.serverAddress." }}
{{- end }}
{{- if and (eq $a.trigger "prometheus") (not $a.prometheus.query) (not .Values.runFile) }}
{{- fail "The run's name is in a config map of its own: give writers.autoscaling.prometheus.query." }}
{{- end }}
{{- if and (eq $a.trigger "kafka") (not $a.kafka.consumerGroup) }}
{{- fail "writers.autoscaling.trigger is kafka: give writers.autoscaling.kafka.consumerGroup, shardstream.<run>.writers.<id of the docs topic>, which Kafka lists when the run has been prepared." }}
{{- end }}
{{- if and (eq $a.trigger "kafka") (not $a.kafka.bootstrapServers) (not .Values.runFile) }}
{{- fail "Kafka's addresses are in a config map of their own: give writers.autoscaling.kafka.bootstrapServers." }}
{{- end }}
{{- end }}
{{- end }}
