/// Real servers, held to the contracts that the models of the simulation keep. Uses simulation, versions and server.
@NullMarked
package io.shardstream.ittests.contract;

import org.jspecify.annotations.NullMarked;
