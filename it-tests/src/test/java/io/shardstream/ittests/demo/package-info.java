/// The demo as a user starts it, with fewer documents.
@NullMarked
package io.shardstream.ittests.demo;

import org.jspecify.annotations.NullMarked;
