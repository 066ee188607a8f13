package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.testkit.StubbornStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionsTest {

    private final ManualTime time = new ManualTime();
    private final FlakyStore store = new FlakyStore();
    private final List<SettlementConflict> conflicts = new ArrayList<>();
    private final Actions actions = actions("shop");

    private Actions actions(String namespace) {
        return Actions.builder(store)
                .namespace(namespace)
                .type("payment", t -> t.profile(IdempotencyProfile.bareHeader("X-Request-Id")))
                .type("order", t -> t.profile(IdempotencyProfile.ietfDraft().keyShape(KeyShape.HEX32)))
                .clock(time.clock())
                .ticker(time.ticker())
                .onConflict(conflicts::add)
                .build();
    }

    private void put(BusinessAction action, ActionState state) {
        ActionRecord record = store.get(action.id());
        ActionRecord.Builder next = record.next().state(state);
        switch (state) {
            case IN_FLIGHT -> next.owner("somebody").sendingUntil(time.now().plusSeconds(5));
            case CONFIRMED, REJECTED -> next.settledAt(time.now());
            case IN_DOUBT, EXPIRED -> next.doubt(true).lastSendEnded(time.now());
            default -> {}
        }
        assertThat(store.kept.replace(record, next.build())).isTrue();
    }

    @Test
    void theSameReferenceIsTheSameActionWithTheSameKey() {
        BusinessAction first = actions.open("payment", "order-1001");
        BusinessAction again = actions.open("payment", "order-1001");

        assertThat(again.id()).isEqualTo(first.id()).matches("[A-Za-z0-9_-]{22}");
        assertThat(again.key()).isEqualTo(first.key());
        assertThat(again.state()).isEqualTo(ActionState.OPEN);
        assertThat(again.type()).isEqualTo("payment");
        assertThat(again.reference()).isEqualTo("order-1001");
        assertThat(again.answer()).isNull();
    }

    @Test
    void differentThingsHaveDifferentKeys() {
        IdempotencyKey key = actions.open("payment", "order-1001").key();

        assertThat(actions.open("payment", "order-1002").key()).isNotEqualTo(key);
        assertThat(actions.open("payment", "ORDER-1001").key()).isNotEqualTo(key);
        assertThat(actions.open("order", "order-1001").key()).isNotEqualTo(key);
        assertThat(actions("tenant-2").open("payment", "order-1001").key()).isNotEqualTo(key);
    }

    @Test
    void aKeyThatTheServerGaveIsTheActionsKey() {
        IdempotencyKey given = IdempotencyKey.of("pi_3MtwBwLkdIwHu7ix28a3tqPa");

        BusinessAction action = actions.open("payment", "order-1001", given);

        assertThat(action.key()).isEqualTo(given);
        assertThat(actions.open("payment", "order-1001", given).id()).isEqualTo(action.id());
        assertThat(actions.open("payment", "order-1001").key()).isEqualTo(given);
    }

    @Test
    void anActionNeverChangesItsKeyForAnother() {
        BusinessAction action = actions.open("payment", "order-1001");
        IdempotencyKey given = IdempotencyKey.of("s3cr3t-of-the-order");

        assertThatIllegalStateException()
                .isThrownBy(() -> actions.open("payment", "order-1001", given))
                .withMessageContaining(action.id())
                .withMessageContaining("another key")
                .withMessageNotContaining("s3cr3t")
                .withMessageNotContaining(action.key().value());
        assertThat(actions.open("payment", "order-1001").key()).isEqualTo(action.key());
    }

    @Test
    void whatIsRenewedGetsANewKeyAlsoAfterAGivenOne() {
        IdempotencyKey given = IdempotencyKey.of("given-1");
        BusinessAction action = actions.open("payment", "order-1001", given);
        put(action, ActionState.CONFIRMED);

        BusinessAction again = actions.renew(action);

        assertThat(again.key()).isNotEqualTo(given);
        assertThatIllegalStateException().isThrownBy(() -> actions.open("payment", "order-1001", given));
    }

    @Test
    void theProfileShapesTheKey() {
        assertThat(actions.open("order", "1").key().value()).matches("[0-9a-f]{32}");
        assertThat(actions.open("payment", "1").key().value()).hasSize(36);
    }

    @Test
    void twoThreadsThatOpenTheSameGetTheSameKey() throws Exception {
        List<IdempotencyKey> keys = InMemoryActionStoreTest.race(
                4, i -> actions.open("payment", "order-1001").key());

        assertThat(keys).hasSize(4).containsOnly(keys.get(0));
    }

    @Test
    void anUndeclaredTypeIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.open("pament", "order-1001"))
                .withMessageContaining("pament")
                .withMessageContaining("payment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\nb", "a\u0000b"})
    void unusableNamesAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.open("payment", name))
                .withMessageContaining("reference");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actions.builder(store).namespace(name))
                .withMessageContaining("namespace");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actions.builder(store).type(name, t -> {}))
                .withMessageContaining("type");
    }

    @Test
    void namesThatAreTooLongAreRefused() {
        assertThat(actions.open("payment", "r".repeat(255)).reference()).hasSize(255);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.open("payment", "r".repeat(256)))
                .withMessageContaining("256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actions.builder(store).namespace("n".repeat(101)));
    }

    @Test
    void oneTypeIsDeclaredOnceAndAtLeastOneIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Actions.builder(store).type("payment", t -> {}).type("payment", t -> {}))
                .withMessageContaining("payment");
        assertThatIllegalStateException()
                .isThrownBy(() -> Actions.builder(store).build());
    }

    @Test
    void aKeyLifetimeNeedsAProfile() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actions.builder(store).type("mail", t -> t.keyLifetime(Duration.ofHours(2))))
                .withMessageContaining("mail")
                .withMessageContaining("PT2H")
                .withMessageContaining("profile");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actions.builder(store).type("mail", t -> t.keyLifetime(Duration.ZERO)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actions.builder(store).retention(Duration.ZERO))
                .withMessageContaining("retention");
    }

    @Test
    void anActionIsFoundByItsIdInItsNamespaceOnly() {
        BusinessAction action = actions.open("payment", "order-1001");

        assertThat(actions.find(action.id()).key()).isEqualTo(action.key());
        assertThat(actions.find("nobody")).isNull();
        assertThat(actions("tenant-2").find(action.id())).isNull();
    }

    @Test
    void anActionOfATypeNoLongerDeclaredIsRefusedByName() {
        BusinessAction action = actions.open("payment", "order-1001");
        put(action, ActionState.IN_DOUBT);
        Actions fewer =
                Actions.builder(store).namespace("shop").type("other", t -> {}).build();

        assertThatIllegalStateException()
                .isThrownBy(() -> fewer.find(action.id()))
                .withMessageContaining("payment");
        assertThat(fewer.inDoubt(10)).isEmpty();
    }

    @Test
    void aStoreThatFailsIsReportedAsSuchWhateverItThrew() {
        BusinessAction action = actions.open("payment", "order-1001");
        store.failReads(new IllegalStateException("disk"));
        store.failWrites(new IllegalStateException("disk"));

        assertThatExceptionOfType(ActionStoreException.class)
                .isThrownBy(() -> actions.open("payment", "order-1"))
                .withCauseInstanceOf(IllegalStateException.class);
        assertThatExceptionOfType(ActionStoreException.class).isThrownBy(() -> actions.find(action.id()));
        assertThatExceptionOfType(ActionStoreException.class).isThrownBy(action::state);
    }

    @Test
    void openJoinsTheCallersTransaction() {
        InMemoryActionStore uncommitted = new InMemoryActionStore();

        BusinessAction action = actions.open("payment", "order-1001", uncommitted);

        assertThat(uncommitted.find(action.id())).isNotNull();
        assertThat(store.kept.find(action.id())).isNull();
        assertThat(action.state()).as("as it was last seen").isEqualTo(ActionState.OPEN);
    }

    // ---- renewal

    @ParameterizedTest
    @EnumSource(names = {"CONFIRMED", "REJECTED"})
    void aSettledActionIsRenewedWithANewKey(ActionState state) {
        BusinessAction first = actions.open("payment", "order-1001");
        put(first, state);

        BusinessAction second = actions.renew(first);

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.key()).isNotEqualTo(first.key());
        assertThat(second.state()).isEqualTo(ActionState.OPEN);
        assertThat(actions.open("payment", "order-1001").id()).isEqualTo(second.id());
        assertThat(first.state()).isEqualTo(state);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN", "IN_FLIGHT", "IN_DOUBT", "EXPIRED"})
    void anActionThatIsNotSettledIsNotRenewed(ActionState state) {
        BusinessAction action = actions.open("payment", "order-1001");
        put(action, state);

        assertThatIllegalStateException()
                .isThrownBy(() -> actions.renew(action))
                .withMessageContaining(action.id())
                .withMessageContaining(state.name());
        assertThat(actions.open("payment", "order-1001").key()).isEqualTo(action.key());
    }

    @Test
    void renewingTwiceGivesOneNewAction() throws Exception {
        BusinessAction first = actions.open("payment", "order-1001");
        put(first, ActionState.CONFIRMED);

        List<String> ids =
                InMemoryActionStoreTest.race(4, i -> actions.renew(first).id());

        assertThat(ids).hasSize(4).containsOnly(ids.get(0));
        assertThat(actions.renew(first).id()).isEqualTo(ids.get(0));
    }

    @Test
    void anActionOfAnotherNamespaceIsNotRenewed() {
        BusinessAction action = actions.open("payment", "order-1001");
        put(action, ActionState.CONFIRMED);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions("tenant-2").renew(action));
    }

    // ---- what people and webhooks know

    @Test
    void aWebhookSettlesADoubt() {
        BusinessAction action = actions.open("payment", "order-1001");
        put(action, ActionState.IN_DOUBT);

        assertThat(actions.settle(action.id(), Known.CONFIRMED, "webhook charge.succeeded"))
                .isEqualTo(ActionState.CONFIRMED);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        assertThat(store.get(action.id()).reason()).isEqualTo("webhook charge.succeeded");
        assertThat(store.get(action.id()).doubt()).isFalse();
    }

    @Test
    void sayingTheSameAgainChangesNothing() {
        BusinessAction action = actions.open("payment", "order-1001");
        actions.settle(action.id(), Known.REJECTED, "support");
        int writes = store.writes();

        assertThat(actions.settle(action.id(), Known.REJECTED, "support again")).isEqualTo(ActionState.REJECTED);
        assertThat(store.writes()).isEqualTo(writes);
        assertThat(conflicts).isEmpty();
    }

    @Test
    void aSettlementIsNeverOverwrittenAndTheConflictIsReported() {
        BusinessAction action = actions.open("payment", "order-1001");
        actions.settle(action.id(), Known.CONFIRMED, "webhook");

        assertThatIllegalStateException()
                .isThrownBy(() -> actions.settle(action.id(), Known.REJECTED, "support"))
                .withMessageContaining("CONFIRMED");
        assertThatIllegalStateException().isThrownBy(() -> actions.settle(action.id(), Known.NOT_APPLIED, "support"));

        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        assertThat(conflicts)
                .containsExactly(
                        new SettlementConflict(action.id(), "payment", ActionState.CONFIRMED, ActionState.REJECTED));
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        Actions loud = Actions.builder(store)
                .namespace("shop")
                .type("payment", t -> {})
                .onConflict(conflict -> {
                    throw new IllegalStateException("listener");
                })
                .build();
        BusinessAction action = loud.open("payment", "order-1001");
        loud.settle(action.id(), Known.CONFIRMED, "webhook");

        assertThatIllegalStateException()
                .isThrownBy(() -> loud.settle(action.id(), Known.REJECTED, "support"))
                .withMessageContaining("CONFIRMED");
    }

    @Test
    void notAppliedOpensADoubtAgainWithTheSameKey() {
        BusinessAction action = actions.open("payment", "order-1001");
        put(action, ActionState.EXPIRED);

        assertThat(actions.settle(action.id(), Known.NOT_APPLIED, "not in the ledger"))
                .isEqualTo(ActionState.OPEN);
        assertThat(store.get(action.id()).doubt()).isFalse();
        assertThat(actions.open("payment", "order-1001").key()).isEqualTo(action.key());
    }

    @Test
    void notAppliedIsNotSaidOfASendUnderWay() {
        BusinessAction action = actions.open("payment", "order-1001");
        put(action, ActionState.IN_FLIGHT);

        assertThatIllegalStateException().isThrownBy(() -> actions.settle(action.id(), Known.NOT_APPLIED, "support"));
        time.pass(Duration.ofSeconds(5));
        assertThat(actions.settle(action.id(), Known.NOT_APPLIED, "support")).isEqualTo(ActionState.OPEN);
    }

    @Test
    void settlingSurvivesALostRace() {
        BusinessAction action = actions.open("payment", "order-1001");
        store.beforeReplace(() -> put(action, ActionState.IN_DOUBT));

        assertThat(actions.settle(action.id(), Known.CONFIRMED, "webhook")).isEqualTo(ActionState.CONFIRMED);
        assertThat(store.get(action.id()).version()).isEqualTo(3);
    }

    @Test
    void whatCannotBeSettledIsRefused() {
        BusinessAction action = actions.open("payment", "order-1001");

        assertThatIllegalArgumentException().isThrownBy(() -> actions.settle("nobody", Known.CONFIRMED, "x"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.settle(action.id(), Known.CONFIRMED, " "))
                .withMessageContaining("reason");
    }

    // ---- reconciliation and retention

    @Test
    void doubtsAreListedAndASendThatNobodyEndedIsOne() {
        BusinessAction doubt = actions.open("payment", "1");
        BusinessAction crashed = actions.open("payment", "2");
        BusinessAction expired = actions.open("payment", "3");
        actions.open("payment", "4");
        put(doubt, ActionState.IN_DOUBT);
        put(crashed, ActionState.IN_FLIGHT);
        put(expired, ActionState.EXPIRED);

        assertThat(actions.inDoubt(10)).extracting(BusinessAction::id).containsExactly(doubt.id(), expired.id());
        time.pass(Duration.ofSeconds(5));
        assertThat(actions.inDoubt(10))
                .extracting(BusinessAction::id)
                .containsExactly(doubt.id(), crashed.id(), expired.id());
        assertThat(crashed.state()).isEqualTo(ActionState.IN_DOUBT);
        assertThatIllegalArgumentException().isThrownBy(() -> actions.inDoubt(0));
    }

    @Test
    void settledActionsAreForgottenAfterTheirRetentionAndDoubtsNever() {
        BusinessAction settled = actions.open("payment", "1");
        BusinessAction doubt = actions.open("payment", "2");
        actions.settle(settled.id(), Known.CONFIRMED, "webhook");
        put(doubt, ActionState.IN_DOUBT);

        time.pass(Duration.ofDays(7));
        assertThat(actions.open("payment", "1").id()).isEqualTo(settled.id());
        time.pass(Duration.ofHours(1));
        BusinessAction anew = actions.open("payment", "1");

        assertThat(anew.id()).isNotEqualTo(settled.id());
        assertThat(anew.key()).isNotEqualTo(settled.key());
        assertThat(settled.state()).as("as it was last seen").isEqualTo(ActionState.OPEN);
        time.pass(Duration.ofDays(365));
        assertThat(actions.open("payment", "2").id()).isEqualTo(doubt.id());
    }

    @Test
    void aFailingPurgeDoesNotKeepAnActionFromBeingOpened() {
        ActionStore cannotRemove = new ActionStore() {
            @Override
            public ActionRecord findOrCreate(ActionRecord candidate) {
                return store.findOrCreate(candidate);
            }

            @Override
            public ActionRecord find(String id) {
                return store.find(id);
            }

            @Override
            public boolean replace(ActionRecord expected, ActionRecord next) {
                return store.replace(expected, next);
            }

            @Override
            public boolean addGeneration(ActionRecord settled, ActionRecord next) {
                return store.addGeneration(settled, next);
            }

            @Override
            public List<ActionRecord> inDoubt(String namespace, java.time.Instant now, int limit) {
                return store.inDoubt(namespace, now, limit);
            }

            @Override
            public int removeSettledBefore(String namespace, java.time.Instant before) {
                throw new ActionStoreException("cannot remove");
            }
        };
        Actions other = Actions.builder(cannotRemove)
                .type("payment", t -> {})
                .ticker(time.ticker())
                .build();
        time.pass(Duration.ofHours(2));

        assertThat(other.open("payment", "1").state()).isEqualTo(ActionState.OPEN);
    }

    @Test
    void aFullStoreMakesRoomForNewActionsOnlyFromOldSettledOnes() {
        Actions small = Actions.builder(new InMemoryActionStore())
                .type("payment", t -> {})
                .clock(time.clock())
                .ticker(time.ticker())
                .build();
        BusinessAction first = small.open("payment", "order-0");
        small.settle(first.id(), Known.CONFIRMED, "webhook");
        for (int i = 1; i < InMemoryActionStore.CAPACITY; i++) {
            small.open("payment", "order-" + i);
        }

        assertThatExceptionOfType(ActionStoreException.class)
                .isThrownBy(() -> small.open("payment", "one-more"))
                .withMessageContaining("10000");
        // The hourly look comes too early here; being full is what makes room.
        time.setWall(time.now().plus(Duration.ofDays(8)));
        assertThat(small.open("payment", "one-more").state()).isEqualTo(ActionState.OPEN);
        assertThat(small.find(first.id())).isNull();
        assertThatExceptionOfType(ActionStoreException.class).isThrownBy(() -> small.open("payment", "two-more"));
    }

    @Test
    void actionsAreCountedByState() {
        actions.open("payment", "open");
        put(actions.open("order", "doubt"), ActionState.IN_DOUBT);
        put(actions.open("payment", "sent"), ActionState.CONFIRMED);
        put(actions.open("payment", "sent too"), ActionState.CONFIRMED);
        put(actions.open("payment", "on its way"), ActionState.IN_FLIGHT);
        actions("tenant-2").open("payment", "somebody else's");

        assertThat(actions.countByState())
                .containsOnlyKeys(ActionState.values())
                .containsEntry(ActionState.OPEN, 1L)
                .containsEntry(ActionState.IN_FLIGHT, 1L)
                .containsEntry(ActionState.IN_DOUBT, 1L)
                .containsEntry(ActionState.CONFIRMED, 2L)
                .containsEntry(ActionState.EXPIRED, 0L);

        time.pass(Duration.ofSeconds(5));
        assertThat(actions.countByState())
                .as("a send whose end nobody recorded")
                .containsEntry(ActionState.IN_FLIGHT, 0L)
                .containsEntry(ActionState.IN_DOUBT, 2L);
    }

    @Test
    void aStoreThatDoesNotCountSaysSo() {
        Actions plain = Actions.builder(new StubbornStore(false))
                .type("payment", type -> {})
                .build();

        assertThatExceptionOfType(ActionStoreException.class)
                .isThrownBy(plain::countByState)
                .withRootCauseInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void C60_nothingShowsTheKeyOrTheReference() {
        BusinessAction action = actions.open("payment", "jane@example.org");

        assertThat(List.of(action, actions, store.get(action.id())).toString())
                .contains(action.id())
                .doesNotContain(action.key().value(), "jane");
    }
}
