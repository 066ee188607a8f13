package dev.reprise.testing;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What becomes of a connection before any request is read. Immutable. */
public final class Opening {
    private static final Opening SERVE = new Opening(null, null, ServerIdentity.TRUSTED, false);

    private final @Nullable Break onAccept;
    private final @Nullable Break inHandshake;
    private final ServerIdentity identity;
    private final boolean demandsClientCertificate;

    private Opening(
            @Nullable Break onAccept,
            @Nullable Break inHandshake,
            ServerIdentity identity,
            boolean demandsClientCertificate) {
        this.onAccept = onAccept;
        this.inHandshake = inHandshake;
        this.identity = identity;
        this.demandsClientCertificate = demandsClientCertificate;
    }

    /**
     * Nothing special: over TLS the handshake is done with {@link ServerIdentity#TRUSTED}, and requests are read.
     *
     * @return the opening
     */
    public static Opening serve() {
        return SERVE;
    }

    /**
     * Breaks the connection off as soon as it is accepted, before anything is read.
     *
     * @param how how; a client can meet a {@link Break#RESET} while it still connects, and then fails to
     * @return the opening
     */
    public static Opening breakOff(Break how) {
        return new Opening(Objects.requireNonNull(how, "how"), null, ServerIdentity.TRUSTED, false);
    }

    /**
     * Breaks the connection off in the middle of the TLS handshake, when the client's first message was read.
     *
     * @param how how
     * @return the opening, only for servers with TLS
     */
    public static Opening breakHandshake(Break how) {
        return new Opening(null, Objects.requireNonNull(how, "how"), ServerIdentity.TRUSTED, false);
    }

    /**
     * Shows this certificate in the TLS handshake.
     *
     * @param identity the certificate
     * @return the opening, only for servers with TLS
     */
    public static Opening show(ServerIdentity identity) {
        return new Opening(null, null, Objects.requireNonNull(identity, "identity"), false);
    }

    /**
     * Demands a certificate of the client in the TLS handshake, and refuses a client without one. With TLS 1.3 the client learns this only
     * after it took the handshake for done, and may have sent its request.
     *
     * @return the opening, only for servers with TLS
     */
    public static Opening demandClientCertificate() {
        return new Opening(null, null, ServerIdentity.TRUSTED, true);
    }

    @Nullable
    Break onAccept() {
        return onAccept;
    }

    @Nullable
    Break inHandshake() {
        return inHandshake;
    }

    ServerIdentity identity() {
        return identity;
    }

    boolean demandsCertificate() {
        return demandsClientCertificate;
    }

    boolean needsTls() {
        return inHandshake != null || identity != ServerIdentity.TRUSTED || demandsClientCertificate;
    }

    @Override
    public String toString() {
        if (onAccept != null) {
            return "Opening[" + onAccept + " on accept]";
        }
        if (inHandshake != null) {
            return "Opening[" + inHandshake + " in handshake]";
        }
        return "Opening[" + identity + (demandsClientCertificate ? ", client certificate]" : "]");
    }
}
