package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;

/**
 * Money to be moved. Any amount and any two accounts can be asked for; what cannot be moved is refused as an answer,
 * which is kept like any other.
 *
 * @param source the account that pays, 1 to {@value #MAX_ACCOUNT} characters
 * @param target the account that is paid, 1 to {@value #MAX_ACCOUNT} characters
 * @param amountCents the amount in cents
 */
record Transfer(String source, String target, long amountCents) implements Command {

    static final int MAX_ACCOUNT = 128;

    Transfer {
        Fields.requireText("source", source, MAX_ACCOUNT);
        Fields.requireText("target", target, MAX_ACCOUNT);
    }

    static Transfer read(ObjectNode json) {
        return new Transfer(
                Fields.text(json, "source"), Fields.text(json, "target"), Fields.number(json, "amountCents"));
    }

    @Override
    public ByteString digest() {
        return Digest.of("transfer", source, target, Long.toString(amountCents));
    }

    @Override
    public Done execute(Connection connection, Caller caller) throws SQLException {
        Done done = Transfers.judge(connection, this, caller);
        if (done.state() == State.COMMITTED) {
            Transfers.move(connection, this, caller);
        }
        return done;
    }
}
