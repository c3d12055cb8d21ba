/// Real servers for the tests, started once for a test run and shared. Every test here may use it.
@NullMarked
package io.shardstream.ittests.server;

import org.jspecify.annotations.NullMarked;
