package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements with their parameters in one line. */
final class Sql {

    /** Reads what is wanted of the current row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private Sql() {}

    /** Executes a statement and returns how many rows it changed. */
    static int update(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** Returns all rows. */
    static <T> List<T> list(Connection connection, String sql, Row<T> row, @Nullable Object... parameters)
            throws SQLException {
        List<T> list = new ArrayList<>();
        try (PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                list.add(row.read(rows));
            }
        }
        return list;
    }

    /** Returns the first row, or null if there is none. */
    static <T> @Nullable T first(Connection connection, String sql, Row<T> row, @Nullable Object... parameters)
            throws SQLException {
        List<T> rows = list(connection, sql, row, parameters);
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** Returns the one number that a count tells. */
    static int count(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        return list(connection, sql, row -> row.getInt(1), parameters).get(0);
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
