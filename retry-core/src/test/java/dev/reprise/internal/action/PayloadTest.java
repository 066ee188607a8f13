package dev.reprise.internal.action;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.IdempotencyKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PayloadTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("k1");

    private static String hex(Payload payload, IdempotencyKey key) {
        StringBuilder text = new StringBuilder();
        for (byte b : payload.fingerprint(key)) {
            text.append(String.format("%02x", b));
        }
        return text.toString();
    }

    @Test
    void theSamePayloadHasTheSameFingerprintUnderTheSameKeyOnly() {
        Payload one = Payload.request("POST", "/pay", "card=4111".getBytes(UTF_8));
        Payload same = Payload.request("POST", "/pay", "card=4111".getBytes(UTF_8));

        assertThat(hex(one, KEY)).isEqualTo(hex(same, KEY)).hasSize(64);
        assertThat(hex(one, KEY)).isNotEqualTo(hex(one, IdempotencyKey.of("k2")));
    }

    @Test
    void everyPartCountsAndPartsDoNotRunTogether() {
        List<Payload> different = new ArrayList<>();
        different.add(Payload.request("POST", "/pay", "card=4111".getBytes(UTF_8)));
        different.add(Payload.request("PUT", "/pay", "card=4111".getBytes(UTF_8)));
        different.add(Payload.request("POST", "/pay2", "card=4111".getBytes(UTF_8)));
        different.add(Payload.request("POST", "/pay", "card=4112".getBytes(UTF_8)));
        different.add(Payload.request("POST", "/payc", "ard=4111".getBytes(UTF_8)));
        different.add(Payload.request("POST/", "pay", "card=4111".getBytes(UTF_8)));
        different.add(Payload.of("card=4111".getBytes(UTF_8)));
        different.add(Payload.text("card=4111"));
        different.add(Payload.text(""));

        Set<String> fingerprints = new HashSet<>();
        different.forEach(payload -> fingerprints.add(hex(payload, KEY)));
        assertThat(fingerprints).hasSize(different.size());
    }

    @Test
    void aBodyWrittenInPiecesIsTheSameBody() throws IOException {
        Payload whole = Payload.request("POST", "/pay", "card=4111".getBytes(UTF_8));
        Payload pieces = Payload.request("POST", "/pay", out -> {
            out.write('c');
            out.write("xxard=4".getBytes(UTF_8), 2, 5);
            out.write("111".getBytes(UTF_8));
        });

        assertThat(hex(pieces, KEY)).isEqualTo(hex(whole, KEY));
    }

    @Test
    void noneHasNoFingerprint() {
        assertThat(Payload.none().fingerprint(KEY)).isNull();
        assertThat(Payload.none().isNone()).isTrue();
        assertThat(Payload.text("x").isNone()).isFalse();
        assertThat(Payload.text("card=4111").toString()).doesNotContain("4111");
    }
}
