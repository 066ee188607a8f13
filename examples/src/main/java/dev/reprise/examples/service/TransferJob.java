package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;

/**
 * A transfer that is written down now and made later, by a {@link Worker}.
 *
 * @param transfer what is to be moved
 */
record TransferJob(Transfer transfer) implements Command {

    static TransferJob read(ObjectNode json) {
        return new TransferJob(Transfer.read(json));
    }

    @Override
    public ByteString digest() {
        return Digest.of("transfer-job", transfer.source(), transfer.target(), Long.toString(transfer.amountCents()));
    }

    @Override
    public Done execute(Connection connection, Caller caller) throws SQLException {
        Jobs.add(connection, this, caller);
        return Done.accepted("written down, to be done later");
    }
}
