import { type Kysely, sql } from 'kysely';

/** Records for the staff's console: when access changed, each try of a webhook, what became of an e-mail, and disputes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The history of each access grant, whose own row has its present state only. One row per change, in its statement.
    create table access_events (
      id bigint generated always as identity primary key,
      grant_id text not null references access_grants (id),
      -- The grant's order, which never changes: the history of a sale is read by it.
      order_id text not null,
      change text not null check (change in ('opened', 'closed')),
      -- paid, refunded, withdrawn, suspended, canceled, resumed: nothing of a person.
      cause text not null,
      at timestamptz not null
    );
    create index access_events_by_order on access_events (order_id, id);
    create trigger access_events_are_append_only before update or delete or truncate on access_events
      for each statement execute function refuse_change();

    -- Each request that was sent for a delivery, kept for 90 days. No reference to webhook_deliveries: both are written by
    -- one statement, and a check per message would read what was just written.
    create table webhook_tries (
      endpoint_id text not null,
      event_id bigint not null,
      -- The value of webhook_deliveries.tries after it.
      n integer not null check (n > 0),
      at timestamptz not null,
      -- Null: no answer came.
      status integer,
      -- Null: it was accepted.
      failure text,
      -- Time until the answer or the failure.
      ms integer not null check (ms >= 0),
      primary key (endpoint_id, event_id, n)
    );
    -- For the response times of an endpoint, and for the sweep.
    create index webhook_tries_by_time on webhook_tries (endpoint_id, at);

    alter table emails
      -- Hash of the template and of the words from which it was composed, without the buyer's data; null before it was sent.
      add column template_version text check (template_version ~ '^[0-9a-f]{16}$'),
      -- What became of the last try. refused: the mail server answered with smtp_code; unreachable: it gave no answer.
      add column outcome text check (outcome in ('accepted', 'refused', 'unreachable')),
      add column smtp_code smallint check (smtp_code between 200 and 599),
      -- The class of a refusal (RFC 3463), e.g. unknown-address: never the server's words, which may name the buyer.
      add column refusal text,
      add constraint emails_refusal_of_refused check ((refusal is not null) = (outcome is not distinct from 'refused'));

    alter table disputes
      -- The scheme's or the bank's own code, e.g. 10.4 or MED_FRAUDE; null where the gateway tells none.
      add column reason text check (reason ~ '^[A-Za-z0-9._-]{1,40}$'),
      add column stage text not null default 'chargeback'
        check (stage in ('inquiry', 'chargeback', 'pre-arbitration', 'arbitration')),
      -- The last instant at which the gateway takes evidence; null where it tells none.
      add column evidence_due timestamptz,
      add column outcome text check (outcome in ('won', 'lost', 'expired')),
      add column decided_at timestamptz,
      add constraint disputes_decided_at check ((outcome is null) = (decided_at is null));
    update disputes set outcome = task.outcome, decided_at = task.resolved_at
    from reconciliation_exceptions as task
    where task.attempt_id = disputes.attempt_id and task.movement_id = disputes.movement_id and task.kind = 'dispute'
      and task.outcome is not null;
    create index disputes_open on disputes (evidence_due, occurred_at) where outcome is null;

    -- How the school responded to a dispute. A dispute is conceded once; evidence may be handed in at each stage.
    create table dispute_responses (
      id text primary key,
      dispute_id text not null references disputes (id),
      order_id text not null references orders (id),
      kind text not null check (kind in ('evidence', 'concession')),
      stage text not null check (stage in ('inquiry', 'chargeback', 'pre-arbitration', 'arbitration')),
      -- Written by staff about this buyer: an erasure replaces it.
      statement text not null check (length(statement) <= 4000),
      -- The company's case number, under which the evidence was handed in.
      reference text not null check (length(reference) <= 100),
      -- SHA-256 of the pack's JSON that was handed in; null for a concession.
      pack_hash text check (pack_hash ~ '^[0-9a-f]{64}$'),
      responded_by text not null,
      at timestamptz not null,
      check ((kind = 'evidence') = (pack_hash is not null))
    );
    create index dispute_responses_by_dispute on dispute_responses (dispute_id, at);
    -- An erasure and an export find a person's rows by order.
    create index dispute_responses_by_order on dispute_responses (order_id);
    create unique index dispute_responses_one_concession on dispute_responses (dispute_id) where kind = 'concession';
  `.execute(db);
}
