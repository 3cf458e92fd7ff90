import type { Pool } from 'pg';

/** Promises that hold once nothing is under way any more: the weather is good, and the jobs have run. */
export interface IdleState {
  /** What the clock of the product says. */
  readonly now: Date;
  /** Messages of companies outside that the product took (2xx), as their own journal has them. */
  readonly taken?: readonly AcceptedWebhook[];
  /** What the schools' receivers wrote down, in the order in which it came. */
  readonly arrivals?: readonly ReceivedSchoolWebhook[];
}
export interface AcceptedWebhook {
  /** The company's own id of what it told of. */
  readonly eventId: string;
}
export interface ReceivedSchoolWebhook {
  readonly endpoint: string;
  readonly webhookId: string;
  readonly verdict: string;
}

/** I10, I12, I13 and I18, from outside: SQL, and what others wrote down. */
export async function idleViolations(pool: Pool, rest: IdleState): Promise<string[]> {
  return [...(await i10(pool, rest.now)), ...(await i12(pool, rest)), ...(await i13(pool, rest)), ...(await i18(pool))];
}

/** No attempt is open a minute after its last time. */
async function i10(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; state: string }>(
    `select id, state from attempts
     where state in ('created', 'awaiting-buyer', 'processing', 'unknown', 'authorized') and deadline_at < $1`,
    [new Date(now.getTime() - 60_000)],
  );
  return rows.map(({ id, state }) => `I10: ${id} is ${state} past its time`);
}

/** Every message that was taken is applied, or put aside with a reason; none that was taken is missing. */
async function i12(pool: Pool, { now, taken = [] }: IdleState): Promise<string[]> {
  const { rows } = await pool.query<{ event_id: string; state: string; reason: string | null; received_at: Date }>(
    'select event_id, state, reason, received_at from incoming_webhooks',
  );
  const known = new Set(rows.map(({ event_id }) => event_id));
  const lost = [...new Set(taken.map(({ eventId }) => eventId))]
    .filter((eventId) => !known.has(eventId))
    .map((eventId) => `I12: message ${eventId} was taken and is not there`);
  const open = rows.flatMap(({ event_id, state, reason, received_at }) => {
    if (state === 'applied') return [];
    if (state === 'parked' || state === 'rejected')
      return reason === null ? [`I12: message ${event_id} is ${state} for no reason`] : [];
    const isOld = now.getTime() - received_at.getTime() > 600_000;
    return isOld ? [`I12: message ${event_id} was taken and nobody looked at it`] : [];
  });
  return [...lost, ...open];
}

interface DeliveryRow {
  readonly endpoint_id: string;
  readonly event_id: bigint;
  readonly subject: string;
  readonly state: string;
  readonly last_status: number | null;
  readonly was_replayed: boolean;
  readonly created_at: Date;
}

/**
 * Every event that somebody is to be told of arrived, under its one id, in the order of its order; or it was given up, which
 * the log says. Events are told apart by their number in the message's id.
 */
async function i13(pool: Pool, { arrivals }: IdleState): Promise<string[]> {
  const waiting = await pool.query<{ id: bigint }>('select id from outbox_events where dispatched_at is null');
  const undone = waiting.rows.map(({ id }) => `I13: event ${id} was written into nobody's list`);
  const { rows } = await pool.query<DeliveryRow>(
    `select d.endpoint_id, d.event_id, coalesce(e.order_id, e.subscription_id, e.lead_id) as subject, d.state, d.last_status,
       d.replayed_at is not null as was_replayed, e.created_at
     from webhook_deliveries d join outbox_events e on e.id = d.event_id order by d.event_id`,
  );
  const late = rows
    .filter(({ state }) => state === 'waiting')
    .map(({ endpoint_id, event_id }) => `I13: event ${event_id} has not reached ${endpoint_id}`);
  if (!arrivals) return [...undone, ...late];
  const first = new Map<string, number>();
  arrivals.forEach(({ endpoint, webhookId, verdict }, place) => {
    const key = `${endpoint} ${webhookId}`;
    if ((verdict === 'effect' || verdict === 'repeat') && !first.has(key)) first.set(key, place);
  });
  const placeOf = ({ endpoint_id, event_id, created_at }: DeliveryRow): number | undefined =>
    first.get(`${endpoint_id} evt_${event_id.toString(36)}_${created_at.getTime().toString(36)}`);
  const reported = rows.filter(({ state, last_status }) => state === 'delivered' && last_status !== null);
  const lost = reported
    .filter((row) => placeOf(row) === undefined)
    .map(({ endpoint_id, event_id }) => `I13: ${endpoint_id} never got event ${event_id}`);
  // What an operator sent again came when they wanted it.
  const inTurn = reported.filter(({ was_replayed }) => !was_replayed);
  const bySubject = Map.groupBy(inTurn, ({ endpoint_id, subject }) => `${endpoint_id} ${subject}`);
  const turned = [...bySubject].flatMap(([key, own]) => {
    const places = own.flatMap((row) => placeOf(row) ?? []);
    return places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))
      ? [`I13: ${key} was told in another order`]
      : [];
  });
  return [...undone, ...late, ...lost, ...turned];
}

const moneyWords = /(?:^|_)(?:amount|total|received|returned|principal|interest|price|fee)(?:_|$)/;
/** Not money, whatever the name says. */
const otherColumns = new Set(['loyalty_redemptions.points', 'received_at', 'returned_at']);

/** Money is whole minor units in columns of 64 bits, and in what is told of it. */
async function i18(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ place: string; name: string; type: string }>(
    `select c.table_name || '.' || c.column_name as place, c.column_name as name, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const columns = rows.filter(
    ({ place, name, type }) =>
      ['real', 'double precision', 'money'].includes(type) ||
      (moneyWords.test(name) &&
        !name.endsWith('_at') &&
        !otherColumns.has(place) &&
        ['integer', 'smallint', 'numeric', 'text'].includes(type)),
  );
  const reported = await pool.query<{ id: bigint }>(
    `select id from outbox_events where payload ? 'amount' and payload->>'amount' !~ '^-?[0-9]+$'`,
  );
  return [
    ...columns.map(({ place, type }) => `I18: ${place} holds money as ${type}`),
    ...reported.rows.map(({ id }) => `I18: event ${id} tells of a broken amount`),
  ];
}
