{{/* Names and labels. */}}

{{- define "shardstream.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for what is put behind it. */}}
{{- define "shardstream.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "shardstream.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "shardstream.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* By which pods are found; never changed, as selectors cannot be. */}}
{{- define "shardstream.selectorLabels" -}}
app.kubernetes.io/name: {{ include "shardstream.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* By its content: pods that were made for another one go on with that, also when they are made again. */}}
{{- define "shardstream.runFileName" -}}
{{- printf "%s%s" (include "shardstream.runFilePrefix" .) (toYaml .Values.runFile | sha256sum | trunc 10) }}
{{- end }}

{{- define "shardstream.runFilePrefix" -}}
{{ include "shardstream.fullname" . }}-run-
{{- end }}

{{- define "shardstream.labels" -}}
{{ include "shardstream.selectorLabels" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "shardstream.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "shardstream.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "shardstream.image" -}}
{{- $name := .Values.image.repository }}
{{- with .Values.image.registry }}{{ $name = printf "%s/%s" . $name }}{{ end }}
{{- if .Values.image.digest }}{{ printf "%s@%s" $name .Values.image.digest }}{{ else }}{{ printf "%s:%s" $name .Values.image.tag }}{{ end }}
{{- end }}

{{/* Not empty if pods listen where others may reach them. */}}
{{- define "shardstream.open" -}}
{{- if or .Values.http.existingSecret .Values.http.tls.clientCaKey }}open{{ end }}
{{- end }}

{{- define "shardstream.scheme" -}}
{{- if .Values.http.tls.existingSecret }}HTTPS{{ else }}HTTP{{ end }}
{{- end }}

{{/* What a person gives in a pod: the run file is where every process has it. */}}
{{- define "shardstream.exec" -}}
kubectl -n {{ .Release.Namespace }} exec deploy/{{ include "shardstream.fullname" . }}-control --
{{- end }}
