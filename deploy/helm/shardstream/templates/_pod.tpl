{{/*
The pod template of one part. A dict:
  root       the chart's context
  part       control, reader or writer
  values     the part's values
  given      keys of values that are in place of those of all pods, though they are empty
  args       arguments behind the command, a list
*/}}
{{- define "shardstream.pod" -}}
{{- $root := .root }}
{{- $v := .root.Values }}
{{- $own := .values }}
{{- $given := .given | default list }}
{{- $open := include "shardstream.open" $root }}
{{- $tls := $v.http.tls.existingSecret }}
{{- $isOperated := and $v.http.operatorTokenKey (or (eq .part "control") (not $v.http.readTokenKey)) }}
metadata:
  labels:
    {{- include "shardstream.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
    {{- with .group }}
    shardstream.io/group: {{ . }}
    {{- end }}
    {{- with merge (dict) $own.podLabels $v.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    kubectl.kubernetes.io/default-container: shardstream
    {{- with merge (dict) $own.podAnnotations $v.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "shardstream.serviceAccountName" $root }}
  automountServiceAccountToken: {{ $v.automountServiceAccountToken }}
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $v.terminationGracePeriodSeconds }}
  {{- with $v.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.priorityClassName | default $v.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $v.podSecurityContext }}
  securityContext:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: shardstream
      image: {{ include "shardstream.image" $root | quote }}
      imagePullPolicy: {{ $v.image.pullPolicy }}
      {{- with $v.securityContext }}
      securityContext:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      # What commands write beside the place where they were started goes where it can be written.
      workingDir: /tmp
      args:
        - {{ .part }}
        - --file=/etc/shardstream/run.yaml
        - --log-format={{ $v.logFormat }}
        {{- range .args }}
        - {{ . | quote }}
        {{- end }}
        {{- if $open }}
        - {{ printf "--http=%s:%d" $v.http.address (int $v.http.port) | quote }}
        {{- if $tls }}
        - --http-tls-cert=/etc/shardstream-http/tls.crt
        - --http-tls-key=/etc/shardstream-http/tls.key
        {{- if $v.http.tls.clientCaKey }}
        - {{ printf "--http-client-ca=/etc/shardstream-http/%s" $v.http.tls.clientCaKey | quote }}
        {{- range $v.http.tls.operatorCommonNames }}
        - {{ printf "--http-operator-cn=%s" . | quote }}
        {{- end }}
        {{- end }}
        {{- end }}
        {{- else if eq .part "control" }}
        - --http={{ int $v.http.port }}
        {{- end }}
        {{- range $own.extraArgs }}
        - {{ . | quote }}
        {{- end }}
      env:
        - name: POD_NAME
          valueFrom:
            fieldRef:
              fieldPath: metadata.name
        - name: NODE_NAME
          valueFrom:
            fieldRef:
              fieldPath: spec.nodeName
        {{- if $v.http.existingSecret }}
        {{- if $isOperated }}
        - name: SHARDSTREAM_HTTP_TOKEN
          value: {{ printf "${file:/etc/shardstream-tokens/%s}" $v.http.operatorTokenKey | quote }}
        {{- end }}
        {{- if $v.http.readTokenKey }}
        - name: SHARDSTREAM_HTTP_READ_TOKEN
          value: {{ printf "${file:/etc/shardstream-tokens/%s}" $v.http.readTokenKey | quote }}
        {{- end }}
        {{- end }}
        {{- with concat $v.extraEnv $own.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with concat $v.envFrom $own.envFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if $open }}
      ports:
        - name: http
          containerPort: {{ int $v.http.port }}
          protocol: TCP
      {{- if $v.probes.enabled }}
      startupProbe:
        httpGet: {path: /healthz, port: http, scheme: {{ include "shardstream.scheme" $root }}}
        {{- toYaml $v.probes.startup | nindent 8 }}
      livenessProbe:
        httpGet: {path: /healthz, port: http, scheme: {{ include "shardstream.scheme" $root }}}
        {{- toYaml $v.probes.liveness | nindent 8 }}
      readinessProbe:
        httpGet: {path: /readyz, port: http, scheme: {{ include "shardstream.scheme" $root }}}
        {{- toYaml $v.probes.readiness | nindent 8 }}
      {{- end }}
      {{- end }}
      {{- with $own.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - name: run-file
          mountPath: /etc/shardstream
          readOnly: true
        - name: tmp
          mountPath: /tmp
        {{- if $v.http.existingSecret }}
        - name: http-tokens
          mountPath: /etc/shardstream-tokens
          readOnly: true
        {{- end }}
        {{- if $tls }}
        - name: http-tls
          mountPath: /etc/shardstream-http
          readOnly: true
        {{- end }}
        {{- with concat $v.extraVolumeMounts $own.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: run-file
      configMap:
        {{- if $v.existingRunFile.configMap }}
        name: {{ $v.existingRunFile.configMap }}
        items:
          - key: {{ $v.existingRunFile.key }}
            path: run.yaml
        {{- else }}
        name: {{ include "shardstream.runFileName" $root }}
        {{- end }}
    # The only place that is written to.
    - name: tmp
      emptyDir:
        {{- with $v.tmp.medium }}
        medium: {{ . }}
        {{- end }}
        sizeLimit: {{ $v.tmp.sizeLimit }}
    {{- with $v.http.existingSecret }}
    # Files, as they are read again when the secret is changed.
    - name: http-tokens
      secret:
        secretName: {{ . }}
        items:
          {{- if $isOperated }}
          - key: {{ $v.http.operatorTokenKey }}
            path: {{ $v.http.operatorTokenKey }}
          {{- end }}
          {{- with $v.http.readTokenKey }}
          - key: {{ . }}
            path: {{ . }}
          {{- end }}
    {{- end }}
    {{- if $tls }}
    - name: http-tls
      secret:
        secretName: {{ $tls }}
    {{- end }}
    {{- with concat $v.extraVolumes $own.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with has "nodeSelector" $given | ternary $own.nodeSelector ($own.nodeSelector | default $v.nodeSelector) }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with include "shardstream.affinity" . }}
  affinity:
    {{- . | nindent 4 }}
  {{- end }}
  {{- with has "tolerations" $given | ternary $own.tolerations ($own.tolerations | default $v.tolerations) }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.topologySpreadConstraints | default $v.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* The affinity that somebody gave, and beside it that to pods of the cluster. Controllers keep away from each other. */}}
{{- define "shardstream.affinity" -}}
{{- $isGiven := has "affinity" (.given | default list) }}
{{- $affinity := deepCopy ($isGiven | ternary (.values.affinity | default dict) (.values.affinity | default .root.Values.affinity)) }}
{{- $near := list }}
{{- with .values.nextTo }}
{{- $near = list (dict "weight" 100 "podAffinityTerm" (dict "topologyKey" "kubernetes.io/hostname" "labelSelector" (dict "matchLabels" .))) }}
{{- with $.values.nextToNamespaces }}
{{- $_ := set (index $near 0 "podAffinityTerm") "namespaces" . }}
{{- end }}
{{- end }}
{{- with $near }}
{{- $preferred := dig "podAffinity" "preferredDuringSchedulingIgnoredDuringExecution" list $affinity }}
{{- $pods := dig "podAffinity" dict $affinity }}
{{- $_ := set $pods "preferredDuringSchedulingIgnoredDuringExecution" (concat $preferred .) }}
{{- $_ := set $affinity "podAffinity" $pods }}
{{- end }}
{{- if and (eq .part "control") (not $affinity) }}
{{- $others := dict "matchLabels" (merge (dict "app.kubernetes.io/component" "control") (include "shardstream.selectorLabels" .root | fromYaml)) }}
{{- $affinity = dict "podAntiAffinity" (dict "preferredDuringSchedulingIgnoredDuringExecution" (list (dict "weight" 100 "podAffinityTerm" (dict "topologyKey" "kubernetes.io/hostname" "labelSelector" $others)))) }}
{{- end }}
{{- with $affinity }}
{{- toYaml . }}
{{- end }}
{{- end }}
