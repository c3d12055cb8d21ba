/// Scans, sweeps and verifications of real servers.
@NullMarked
package io.shardstream.ittests.verify;

import org.jspecify.annotations.NullMarked;
