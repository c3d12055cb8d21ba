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
{{- if and $v.http.tls.operatorCommonNames (not $v.http.tls.clientCaKey) }}
{{- fail "http.tls.operatorCommonNames are known by certificates that an authority signs: give http.tls.clientCaKey." }}
{{- end }}
{{- if and $v.podMonitor.enabled (not $v.http.existingSecret) }}
{{- fail "podMonitor.enabled needs a token for Prometheus: give http.existingSecret." }}
{{- end }}
{{- if and $v.podMonitor.enabled (not $v.http.readTokenKey) }}
{{- fail "podMonitor.enabled needs the token that lets one look, since Prometheus is to change nothing: give http.readTokenKey." }}
{{- end }}
{{- if and $v.podMonitor.enabled $v.http.tls.existingSecret (not $v.podMonitor.tlsConfig) }}
{{- fail "podMonitor.enabled asks over TLS: give podMonitor.tlsConfig, how Prometheus checks the certificate, such as ca and serverName." }}
{{- end }}
{{- include "shardstream.checks.closed" . }}
{{- if and $v.serviceAccount.annotations (not $v.serviceAccount.create) }}
{{- fail "serviceAccount.annotations are given, and serviceAccount.create is false: give them to the service account that there is." }}
{{- end }}
{{- include "shardstream.checks.names" . }}
{{- include "shardstream.checks.secrets" . }}
{{- include "shardstream.checks.writers" . }}
{{- end }}

{{/* What needs somebody who may ask. */}}
{{- define "shardstream.checks.closed" -}}
{{- $v := .Values }}
{{- if not (include "shardstream.open" .) }}
{{- $open := "give http.existingSecret or http.tls.clientCaKey." }}
{{- if $v.prometheusRule.enabled }}
{{- fail (printf "prometheusRule.enabled needs metrics, which nobody may read: %s" $open) }}
{{- end }}
{{- if ne $v.service.type "ClusterIP" }}
{{- fail (printf "service.type is %s, and nobody may ask, so there is no Service: %s" $v.service.type $open) }}
{{- end }}
{{- if $v.service.annotations }}
{{- fail (printf "service.annotations are given, and nobody may ask, so there is no Service: %s" $open) }}
{{- end }}
{{- if $v.networkPolicy.from }}
{{- fail (printf "networkPolicy.from is given, and nobody may ask, whoever reaches the pods: %s" $open) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Helm makes numbers of 2024_01 and 010, and writes others into the config map; a run file means what is written. */}}
{{- define "shardstream.checks.names" -}}
{{- $run := .Values.runFile }}
{{- range $key, $name := dict "run" (dig "run" "" $run) "source.index" (dig "source" "index" "" $run) "target.index" (dig "target" "index" "" $run) }}
{{- if not (kindIs "string" $name) }}
{{- fail (printf "runFile.%s is no text as Helm reads it, and may become another name than is written: put it between quotes." $key) }}
{{- end }}
{{- end }}
{{- end }}

{{/* As the run file's own reader knows a secret, so that none comes into a config map before it is refused. */}}
{{- define "shardstream.checks.secrets" -}}
{{- $run := .Values.runFile }}
{{- $reference := `\$\{(env|file):[^}]+\}` }}
{{- $secret := "holds a secret, which anyone could read in the config map: put it into a Secret, and ${env:NAME} or ${file:path} in its place." }}
{{- range $side := list "source" "target" }}
{{- if contains "@" (toString (dig $side "nodes" "" $run)) }}
{{- fail (printf "runFile.%s.nodes holds credentials, which anyone could read in the config map: give them under runFile.%s.auth, as ${env:NAME} or ${file:path}." $side $side) }}
{{- end }}
{{- $auth := dig $side "auth" dict $run }}
{{- range $key, $value := dict "basic.password" (dig "basic" "password" "" $auth) "api-key" (dig "api-key" "" $auth) "bearer" (dig "bearer" "" $auth) }}
{{- if and $value (not (regexMatch (printf "^%s$" $reference) (toString $value))) }}
{{- fail (printf "runFile.%s.auth.%s %s" $side $key $secret) }}
{{- end }}
{{- end }}
{{- end }}
{{- $seal := dig "docs" "seal-key" "" $run }}
{{- if and $seal (not (regexMatch (printf "^%s$" $reference) (toString $seal))) }}
{{- fail (printf "runFile.docs.seal-key %s" $secret) }}
{{- end }}
{{- if contains "@" (toString (dig "kafka" "bootstrap" "" $run)) }}
{{- fail "runFile.kafka.bootstrap holds credentials, which anyone could read in the config map: give them under runFile.kafka.properties, as ${env:NAME} or ${file:path}." }}
{{- end }}
{{- range $key, $value := dig "kafka" "properties" dict $run }}
{{- $literal := and (regexMatch `(password|passphrase|secret|token|\.key)$` $key) (not (regexMatch (printf "^(%s)+$" $reference) (toString $value))) }}
{{- if or $literal (include "shardstream.secretIn" (toString $value)) }}
{{- fail (printf "runFile.kafka.properties.%s %s" $key $secret) }}
{{- end }}
{{- end }}
{{- $onSwap := toString (dig "cutover" "on-swap" "" $run) }}
{{- /* In an address that is called even a name alone is a credential; an argument of a program may hold one by reference. */}}
{{- if or (regexMatch `^\[?https?://[^/\s]*@` $onSwap) (include "shardstream.secretIn" $onSwap) }}
{{- fail (printf "runFile.cutover.on-swap %s" $secret) }}
{{- end }}
{{- end }}

{{/* Not empty if a part of this text is a secret: password=x, or an address such as https://user:password@host. */}}
{{- define "shardstream.secretIn" -}}
{{- if or (regexMatch `(?i)(password|passphrase|secret|token)["']?\s*=\s*("([^"$]|\$([^{"]|$))|'([^'$]|\$([^{']|$))|[^\s"';$]|\$([^{]|$))` .) (regexMatch `(?i)://[^/\s:]*:([^/\s@$][^/\s@]*|\$([^/\s@{][^/\s@]*)?)@` .) }}true{{ end }}
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
{{- if and .Values.readers.nextToNamespaces (not .Values.readers.nextTo) }}
{{- fail "readers.nextToNamespaces are those of the pods of readers.nextTo, which is not given." }}
{{- end }}
{{- $near := $w.nextTo }}
{{- range $w.groups }}
{{- $near = or $near .nextTo }}
{{- if and .nextToNamespaces (not (hasKey . "nextTo" | ternary .nextTo $w.nextTo)) }}
{{- fail (printf "nextToNamespaces of group %s in writers.groups are those of the pods of nextTo, which is not given." .name) }}
{{- end }}
{{- end }}
{{- if and $w.nextToNamespaces (not $near) }}
{{- fail "writers.nextToNamespaces are those of the pods of writers.nextTo, which is not given." }}
{{- end }}
{{- $names := list }}
{{- range $w.groups }}
{{- if has .name $names }}
{{- fail (printf "writers.groups names %s twice." .name) }}
{{- end }}
{{- $names = append $names .name }}
{{- $set := printf "%s-writers-%s" (include "shardstream.fullname" $) .name }}
{{- if gt (len $set) 52 }}
{{- fail (printf "The stateful set of group %s in writers.groups would be called %s, which has %d characters: Kubernetes makes no pods for one with more than 52. Give the group a shorter name, or the release a shorter fullnameOverride." .name $set (len $set)) }}
{{- end }}
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
