package dev.reprise.http;

import dev.reprise.internal.math.Nanos;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What time it is for the server that sent a response, as far as the response tells. */
record ServerClock(List<String> dates, List<String> ages, Clock local) {

    /** How long until the given date: zero if it has passed, null if it is no date. */
    @Nullable
    Duration until(String text) {
        Instant localNow = local.instant();
        Instant end = HttpDate.parse(text, localNow);
        if (end == null) {
            return null;
        }
        long nanos = Nanos.saturated(Duration.between(now(localNow), end));
        return Duration.ofNanos(Math.max(0, nanos));
    }

    private Instant now(Instant localNow) {
        Instant made = null;
        for (String text : dates) {
            Instant date = HttpDate.parse(FieldValue.trimmed(text), localNow);
            if (date == null || (made != null && !made.equals(date))) {
                return localNow;
            }
            made = date;
        }
        if (made == null) {
            return localNow;
        }
        Instant serverNow = made.plus(age());
        boolean fresh = Duration.between(serverNow, localNow).abs().compareTo(RetryAfter.FRESH) <= 0;
        return fresh ? serverNow : localNow;
    }

    private Duration age() {
        Duration age = ages.size() == 1
                ? FieldValue.duration(FieldValue.trimmed(ages.get(0)), FieldValue.SECONDS, false)
                : null;
        return age == null ? Duration.ZERO : age;
    }
}
