/**
 * Looks at a run from outside, in a process of its own: `node checker.ts '<json of CheckTask>'`. While the run goes it looks at
 * the rows again and again; when a line comes in it compares what outsiders know (the companies' book and journal, the
 * schools' log, the buyers' log, SQL) and prints a `Verdict` as JSON. Of the product's domain only the
 * explanation of sales is asked: whether it explains what the run has made of them is one of the questions.
 */
import path from 'node:path';
import { createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import {
  invalidTransitions,
  type StateSnapshot,
  snapshotQueries,
  ordersUnpaidAgain,
} from '#tests/support/invariants/state-history.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { idleViolations } from '#tests/support/invariants/idle-invariants.server.ts';
import { readBuyerReports } from './buyers/buyer-log.ts';
import { watchFutureDates } from './checks/future-dates.ts';
import {
  receivedWebhooksOf,
  recordsOf,
  inboxFile,
  emailsOf,
  sandboxNow,
  acceptedWebhooks,
} from './checks/sandbox-records.ts';
import { type ExplainedSales, tooFewExplained, watchExplanations } from './checks/explained-sales.ts';
import { pause } from './faults/pause.ts';
import { i16, i16Files, i16Lines } from './checks/secrets-scan.ts';
import { voucherLimits } from './buyers/shops.ts';
import { i1BuyerReports, i1CooledOff, i11, i17, type OrderAtRest } from './checks/buyer-invariants.ts';

export interface CheckTask {
  readonly address: DatabaseAddress;
  readonly sandboxOrigin: string;
  readonly sandboxFolder: string;
  readonly answers: string;
  readonly logs: readonly string[];
  /** Every file of the database is looked through; null: none. */
  readonly databaseFolder: string | null;
}

export interface Verdict {
  /** `I4: what is wrong`, each once. */
  readonly broken: readonly string[];
  /** How often the rows were looked at while the run went. */
  readonly sights: number;
  readonly orders: number;
  readonly attempts: number;
  readonly charges: number;
  readonly movements: number;
  readonly arrivals: number;
  readonly emails: number;
  readonly explained: ExplainedSales;
}

const lookMs = 400;
/** Sales are explained at every so many looks. */
const explainEvery = 10;

async function run(task: CheckTask): Promise<void> {
  const pool = createPool(task.address, { max: 2, statementTimeoutMs: 60_000, applicationName: 'chaos-checker' });
  const broken = new Set<string>();
  const dates = watchFutureDates(task.sandboxOrigin);
  const explanations = watchExplanations(pool, () => sandboxNow(task.sandboxOrigin));
  let before: StateSnapshot | null = null;
  let sights = 0;
  let isOver = false;
  process.stdin.on('data', () => (isOver = true));
  process.stdin.on('end', () => (isOver = true));
  while (!isOver) {
    const after = await look(pool);
    if (after && before) for (const one of invalidTransitions(before, after)) broken.add(one);
    for (const one of await dates.look(pool).catch(() => [])) broken.add(one);
    if (after) sights += 1;
    if (sights % explainEvery === 0) await explanations.look().catch(() => undefined);
    before = after ?? before;
    await pause(lookMs);
  }
  const [book, arrivals, emails, now] = await Promise.all([
    recordsOf(task.sandboxOrigin),
    receivedWebhooksOf(task.sandboxOrigin),
    emailsOf(task.sandboxFolder),
    sandboxNow(task.sandboxOrigin),
  ]);
  const last = await look(pool);
  if (last && before) for (const one of invalidTransitions(before, last)) broken.add(one);
  const explained = await explanations.end();
  const reported = readBuyerReports(task.answers);
  const taken = acceptedWebhooks(task.sandboxFolder);
  const events = arrivals.filter(({ endpoint }) => endpoint.endsWith('/platform'));
  const files = [
    ...task.logs.map((file) => ({ where: path.basename(file), file })),
    { where: 'e-mails', file: inboxFile(task.sandboxFolder) },
  ];
  const secrets = await Promise.all(files.map(({ where, file }) => i16Lines(where, file)));
  const found = [
    ...(await invariantViolations(pool, book, { now, voucherLimits })),
    ...(await i1BuyerReports(pool, reported, book)),
    ...i1CooledOff(reported, await ordersAtRest(pool)),
    ...i11(reported),
    ...(await ordersUnpaidAgain(pool)),
    ...(await idleViolations(pool, { now, taken, arrivals })),
    ...secrets.flat(),
    ...i16(events.map((event) => ({ where: 'events to schools', text: JSON.stringify(event) }))),
    ...(task.databaseFolder === null ? [] : i16Files(task.databaseFolder)),
    ...i17(reported, emails, arrivals),
    ...tooFewExplained(explained),
  ];
  for (const one of found) broken.add(one);
  const counts = { sights, orders: last?.orders.size ?? 0, attempts: last?.attempts.size ?? 0 };
  const sandboxOrigin = { charges: book.charges.length, movements: book.movements.length };
  const verdict: Verdict = {
    broken: [...broken],
    ...counts,
    ...sandboxOrigin,
    arrivals: arrivals.length,
    emails: emails.length,
    explained,
  };
  await pool.end();
  process.stdin.destroy();
  console.log(JSON.stringify(verdict));
}

async function ordersAtRest(pool: ReturnType<typeof createPool>): Promise<readonly OrderAtRest[]> {
  const { rows } = await pool.query<OrderAtRest>(
    `select id, received - returned as kept, exists (select from cooling_off_requests w where w.order_id = orders.id) as "hasCooledOff"
     from orders`,
  );
  return rows;
}

/** Null while the database does not answer. */
async function look(pool: ReturnType<typeof createPool>): Promise<StateSnapshot | null> {
  const client = await pool.connect().catch(() => null);
  if (!client) return null;
  try {
    // One moment for all three: else a row may seem to go back.
    await client.query('begin isolation level repeatable read');
    const states = async (text: string): Promise<ReadonlyMap<string, string>> =>
      new Map((await client.query<{ id: string; state: string }>(text)).rows.map(({ id, state }) => [id, state]));
    const attempts = await states(snapshotQueries.attempts);
    const orders = await states(snapshotQueries.orders);
    const over = await client.query<{ id: string }>(snapshotQueries.overRefunded);
    await client.query('commit');
    client.release();
    return { attempts, orders, overRefunded: over.rows.map(({ id }) => id) };
  } catch {
    client.release(true);
    return null;
  }
}

await run(JSON.parse(process.argv[2] ?? '{}') as CheckTask);
