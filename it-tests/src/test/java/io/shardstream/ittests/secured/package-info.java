/// Runs on clusters that have their security switched on: TLS, users in files, roles.
@NullMarked
package io.shardstream.ittests.secured;

import org.jspecify.annotations.NullMarked;
