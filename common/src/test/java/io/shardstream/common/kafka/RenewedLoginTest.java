package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import org.apache.kafka.common.security.scram.ScramExtensionsCallback;
import org.junit.jupiter.api.Test;

class RenewedLoginTest {
    private static final String MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule";

    private final Map<String, String> properties = new HashMap<>(Map.of(
            "security.protocol", "SASL_SSL", "sasl.mechanism", "SCRAM-SHA-512", "sasl.jaas.config", jaas("old")));
    private final LiveProperties live = () -> properties;
    private final RenewedLogin login = new RenewedLogin();

    private static String jaas(String password) {
        return MODULE + " required username=\"u\" password=\"" + password + "\";";
    }

    private String said() throws Exception {
        NameCallback name = new NameCallback("name");
        PasswordCallback password = new PasswordCallback("password", false);
        login.handle(new Callback[] {name, password});
        return name.getName() + ":" + new String(password.getPassword());
    }

    @Test
    void aPasswordIsTheOneOfNow() throws Exception {
        login.configure(live.ofClient(), "SCRAM-SHA-512", List.of());
        String before = said();
        properties.put("sasl.jaas.config", jaas("new"));

        assertThat(before).isEqualTo("u:old");
        assertThat(said()).isEqualTo("u:new");
    }

    @Test
    void aTextThatIsNotUnderstoodNowLeavesTheFirst() throws Exception {
        AppConfigurationEntry first = new AppConfigurationEntry(
                MODULE, LoginModuleControlFlag.REQUIRED, Map.of("username", "u", "password", "first"));
        login.configure(live.ofClient(), "SCRAM-SHA-512", List.of(first));
        properties.put("sasl.jaas.config", MODULE + " required username=");

        assertThat(said()).isEqualTo("u:first");
    }

    @Test
    void aDelegationTokenIsSaidToBeOne() throws Exception {
        login.configure(live.ofClient(), "SCRAM-SHA-512", List.of());
        ScramExtensionsCallback usual = new ScramExtensionsCallback();
        login.handle(new Callback[] {usual});
        properties.put("sasl.jaas.config", jaas("new").replace(";", " tokenauth=\"true\";"));
        ScramExtensionsCallback token = new ScramExtensionsCallback();
        login.handle(new Callback[] {token});

        assertThat(usual.extensions()).isEmpty();
        assertThat(token.extensions()).containsEntry("tokenauth", "true");
    }

    @Test
    void whatTheUserHasSetStays() {
        properties.put("sasl.client.callback.handler.class", "own.Handler");
        properties.put("ssl.engine.factory.class", "own.Factory");

        assertThat(live.ofClient())
                .containsEntry("sasl.client.callback.handler.class", "own.Handler")
                .containsEntry("ssl.engine.factory.class", "own.Factory");
    }

    @Test
    void whoSpeaksWithoutTlsAndPasswordGetsNothingMore() {
        LiveProperties plain = () -> Map.of("client.rack", "a");

        assertThat(plain.ofClient()).isEqualTo(Map.of("client.rack", "a"));
    }
}
