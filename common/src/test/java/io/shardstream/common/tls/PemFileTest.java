package io.shardstream.common.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.FileText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemFileTest {
    @ParameterizedTest
    @CsvSource({"server.key, EC", "renewed.key, RSA"})
    void aKeyIsReadWhateverItsAlgorithm(String name, String algorithm) throws Exception {
        assertThat(TestCertificates.pem(name).key().getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void certificatesAreReadInTheirOrder() throws Exception {
        String chain = FileText.of(TestCertificates.file("server.crt")) + "\nwhat it is about\n"
                + FileText.of(TestCertificates.file("ca.crt"));

        assertThat(new PemFile(Path.of("tls.crt"), chain).certificates())
                .extracting(one -> one.getSubjectX500Principal().getName())
                .containsExactly("CN=localhost", "CN=Authority of tests");
    }

    @ParameterizedTest
    @CsvSource({
        "pkcs1.key, is written as RSA PRIVATE KEY",
        "sec1.key, is written as EC PRIVATE KEY",
        "encrypted.key, is encrypted"
    })
    void aKeyThatHasToBeConvertedIsRefusedWithTheCommandForIt(String name, String why) {
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> TestCertificates.pem(name).key())
                .withMessageContainingAll(
                        name, why, "'openssl pkcs8 -topk8 -nocrypt -in " + TestCertificates.file(name) + " -out");
    }

    @Test
    void aKeyThatIsEncryptedInTheOldWayIsSaidToBeEncrypted() {
        PemFile old = new PemFile(
                Path.of("tls.key"),
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n");

        assertThatExceptionOfType(FileException.class)
                .isThrownBy(old::key)
                .withMessageContaining("The key in tls.key is encrypted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIIB", "%%%%", "AAAA-"})
    void whatCannotBeUnderstoodIsRefusedWithoutBeingTold(String content) {
        PemFile certificate = new PemFile(
                Path.of("tls.crt"), "-----BEGIN CERTIFICATE-----\n" + content + "\n-----END CERTIFICATE-----\n");
        PemFile key = new PemFile(
                Path.of("tls.key"), "-----BEGIN PRIVATE KEY-----\n" + content + "\n-----END PRIVATE KEY-----\n");

        assertThatExceptionOfType(FileException.class)
                .isThrownBy(certificate::certificates)
                .withMessageContaining("tls.crt");
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(key::key)
                .withMessageContaining("tls.key")
                .withMessageNotContaining(content);
    }

    @Test
    void aFileThatHoldsSomethingElseIsRefused() {
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> TestCertificates.pem("server.crt").key())
                .withMessageContaining("No private key is in");
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> TestCertificates.pem("server.key").certificates())
                .withMessageContaining("No certificate is in");
    }

    @Test
    void aFileThatIsNotThereIsTold() {
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> FileText.of(Path.of("nowhere", "tls.crt")))
                .withMessage("There is no file nowhere/tls.crt.");
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() {
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> Identity.of(TestCertificates.pem("server.crt"), TestCertificates.pem("ops.key")))
                .withMessageContainingAll("ops.key", "server.crt");
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> Identity.of(TestCertificates.pem("server.crt"), TestCertificates.pem("renewed.key")))
                .withMessageContaining("is not that of the first certificate");
    }
}
