package dev.reprise.examples.labs;

import dev.reprise.examples.Scenario;
import java.util.List;

/** All laboratories. */
public final class Labs {

    private Labs() {}

    /** Returns them in the order in which they are told. */
    public static List<Scenario> all() {
        return List.of(
                new CutLab(),
                new OrdersLab(),
                new ThreeLossesLab(),
                new ClicksLab(),
                new TwoTransactionsLab(),
                new NotificationLab(),
                new TwoDevicesLab(),
                new LongJobLab(),
                new RetentionLab());
    }
}
