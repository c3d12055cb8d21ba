/// Marks that tests leave in documents and credentials, and the search for them in everything that is written.
@NullMarked
package io.shardstream.ittests.secrecy;

import org.jspecify.annotations.NullMarked;
