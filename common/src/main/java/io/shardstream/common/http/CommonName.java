package io.shardstream.common.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/// The common name (CN) in a certificate.
final class CommonName {
    private CommonName() {}

    /// @return empty if there is none, or more than one: nobody is to be let in by the one that does not count
    static Optional<String> of(X500Principal subject) {
        try {
            List<Object> names = new ArrayList<>();
            for (Rdn part : new LdapName(subject.getName()).getRdns()) {
                Attribute name = part.toAttributes().get("CN");
                for (int i = 0; name != null && i < name.size(); i++) {
                    names.add(name.get(i));
                }
            }
            return names.size() == 1 && names.getFirst() instanceof String name ? Optional.of(name) : Optional.empty();
        } catch (NamingException e) {
            return Optional.empty();
        }
    }
}
