package io.shardstream.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 3);
    private final Places places = new Places(4, 2, nanos::get);
    private final List<String> left = new ArrayList<>();

    @Test
    void oneAddressTakesOnlyItsOwnPlaces() throws Exception {
        take("a", "10.0.0.1");
        take("b", "10.0.0.1");
        take("c", "10.0.0.2");
        take("d", "10.0.0.1");
        take("e", "10.0.0.1");
        assertThat(left).containsExactly("a", "b");
    }

    @Test
    void whereAllAreTakenTheOneThatWasSilentForTheLongestTimeLeaves() throws Exception {
        Places.Place stream = take("stream", "10.0.0.1");
        take("a", "10.0.0.2");
        take("b", "10.0.0.3");
        take("c", "10.0.0.4");
        stream.answered();
        take("probe", "10.0.0.5");
        take("another", "10.0.0.6");
        assertThat(left).containsExactly("a", "b");
    }

    @Test
    void aPlaceThatWasLeftIsFree() throws Exception {
        Places.Place a = take("a", "10.0.0.1");
        take("b", "10.0.0.1");
        a.leave();
        a.leave();
        take("c", "10.0.0.1");
        assertThat(left).isEmpty();
        take("d", "10.0.0.1");
        assertThat(left).containsExactly("b");
    }

    @Test
    void theAddressesOfOneMachineAreOneNetwork() throws Exception {
        take("a", "2001:db8:0:1::1");
        take("b", "2001:db8:0:1:ffff::2");
        take("c", "2001:db8:0:2::1");
        take("d", "2001:db8:0:1::3");
        assertThat(left).containsExactly("a");
    }

    private Places.Place take(String name, String from) throws Exception {
        nanos.incrementAndGet();
        Places.Place place = places.take(InetAddress.getByName(from), () -> left.add(name));
        nanos.incrementAndGet();
        return place;
    }
}
