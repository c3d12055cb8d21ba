/// The Helm chart in `deploy/helm`, rendered by Helm itself and held against Kubernetes' schemas, the command line and
/// the reader of run files; and its README, which is made of its values. Nothing is applied to a cluster.
@NullMarked
package io.shardstream.ittests.helm;

import org.jspecify.annotations.NullMarked;
