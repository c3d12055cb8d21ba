/// Runs on servers that know their clients and let them do only what they are allowed.
@NullMarked
package io.shardstream.ittests.security;

import org.jspecify.annotations.NullMarked;
