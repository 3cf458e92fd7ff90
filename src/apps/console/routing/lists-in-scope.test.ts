import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EffectiveScope, type Role, roleNames } from '#src/domain/staff/index.ts';
import { indexChangedSales } from '#src/domain/sales/search/index.server.ts';
import { consoleTable } from '#tests/access/console.table.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { endpointOfTasks, openOneOfEachTask } from '#tests/support/fixtures/open-tasks.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';

type Part = 'brand' | 'seller' | 'unit';

let database: TestDatabase;
let world: ConsoleWorld;
/** What a list shows of the one sale, of the school's seller `ana` and its unit `centro`. */
let ids: Readonly<Record<'orderId' | 'subscriptionId' | 'refundId' | 'disputeId' | 'endpointId', string>>;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database, { ctx: { webhooks: endpointOfTasks } });
  const { pool, db } = database;
  const { orderId } = await openOneOfEachTask(world, database);
  const of = (table: 'subscriptions' | 'attempts') =>
    db.selectFrom(table).select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow();
  const { id: attemptId } = await of('attempts');
  ids = {
    ...{ orderId, subscriptionId: (await of('subscriptions')).id, refundId: 'st_0123456789abcdef01' },
    ...{ disputeId: 'dis_0123456789', endpointId: 'school/platform' },
  };
  await pool.query(
    `insert into order_locations (order_id, kind, location_id, name, detail) values ($1, 'unit', 'centro', 'Centro', '{}')`,
    [orderId],
  );
  await pool.query(
    `insert into pending_refunds (id, order_id, amount, currency, reason, state, requested_by, requested_at, expires_at)
     values ($2, $1, 100, 'BRL', 'x', 'waiting', 'staff:nobody', now(), now() + interval '1 day')`,
    [orderId, ids.refundId],
  );
  await pool.query(
    `insert into disputes (id, gateway, movement_id, order_id, attempt_id, amount, currency, occurred_at, recorded_at)
     values ($3, 'bank', 'mov_1', $1, $2, 100, 'BRL', now(), now())`,
    [orderId, attemptId, ids.disputeId],
  );
  await indexChangedSales(world.ctx);
  const note = { id: `note_${'a'.repeat(20)}`, text: 'x' };
  await world.user('noter', ['help@*']).post(`/sale/${orderId}/notes`, note);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

interface ListCase {
  readonly ask: (user: ConsoleUser) => ReturnType<ConsoleUser['get']>;
  /** What shows that the sale is in it. */
  readonly shows: keyof typeof ids | 'note';
  /** Scopes in which it is listed. */
  readonly parts: readonly Part[];
  /** With everything in scope it asks for the installed brands, of which the tests' school is none. */
  readonly isOfInstalledBrands?: boolean;
}

/** The day of the market before or after that of UTC. */
const day = (days: number): string =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const lists: Readonly<Record<string, ListCase>> = {
  'GET /sales': { ask: (one) => one.get('/sales'), shows: 'orderId', parts: ['brand', 'seller', 'unit'] },
  'POST /search': {
    ask: (one) => one.post('/search', { term: 'maria@example.com' }),
    ...{ shows: 'orderId', parts: ['brand', 'seller', 'unit'] },
  },
  'GET /tasks': { ask: (one) => one.get('/tasks'), shows: 'orderId', parts: ['brand', 'seller', 'unit'] },
  'GET /tasks/one': {
    ask: (one) => one.get('/tasks/one?kind=look-into-charge&id=brk_look-into-charge'),
    ...{ shows: 'orderId', parts: ['brand', 'seller', 'unit'] },
  },
  'GET /approvals': { ask: (one) => one.get('/approvals'), shows: 'refundId', parts: ['brand', 'seller', 'unit'] },
  // A unit takes no card, and so has no disputes.
  'GET /disputes': { ask: (one) => one.get('/disputes'), shows: 'disputeId', parts: ['brand', 'seller'] },
  // The sums of closed days know no units, and lines are the rows of a sum.
  'GET /figures/lines': {
    ask: (one) => one.get(`/figures/lines?from=${day(-1)}&to=${day(1)}`),
    ...{ shows: 'orderId', parts: ['brand', 'seller'] },
  },
  // What belongs to no seller and to no unit.
  'GET /subscriptions': {
    ask: (one) => one.get('/subscriptions'),
    ...{ shows: 'subscriptionId', parts: ['brand'], isOfInstalledBrands: true },
  },
  'GET /audit': { ask: (one) => one.get('/audit'), shows: 'note', parts: ['brand'] },
  'GET /webhooks/endpoints': {
    ask: (one) => one.get('/webhooks/endpoints'),
    ...{ shows: 'endpointId', parts: ['brand'] },
  },
};

/** Sums, what is about staff alone, what is one's own, and commands, whose own tests say what they refuse. */
const others = [
  ...['GET /figures', 'GET /subscriptions/charges', 'GET /staff', 'GET /exports', 'GET /exports/file/:id', 'GET /me'],
  ...[
    'GET /sessions',
    'GET /live',
    'GET /sandbox',
    'POST /exports',
    'POST /exports/personal',
    'POST /exports/:id/ticket',
  ],
  ...['POST /tasks/assign', 'POST /tasks/end', 'POST /tasks/reopen-endpoint', 'POST /tasks/request-note'],
  ...['GET /payouts', 'POST /payouts', 'POST /exports/approved', 'POST /staff/:id/grants'],
  ...['POST /staff/grants/:id/end', 'POST /sessions/:id/end', 'POST /sign-out', 'POST /approvals/:id/approve'],
  ...['POST /approvals/:id/reject', 'POST /approvals/:id/take-back', 'POST /sandbox/clock', 'POST /sandbox/faults'],
  ...['DELETE /sandbox/faults', 'GET /views', 'GET /views/:id', 'POST /views', 'PUT /views/:id', 'DELETE /views/:id'],
];

const scopes: readonly (readonly [EffectiveScope, readonly Part[]])[] = [
  ['*', ['brand', 'seller', 'unit']],
  ['brand:school', ['brand']],
  ['seller:school/ana', ['seller']],
  ['unit:school/centro', ['unit']],
  ['brand:other', []],
  ['seller:school/bia', []],
  ['seller:other/ana', []],
  ['unit:school/norte', []],
  ['unit:other/centro', []],
];

test('each list of the console has a case', () => {
  const known = Object.values(consoleTable).flatMap(({ own = [], list = [] }) => [...own, ...list]);
  expect([...Object.keys(lists), ...others].toSorted()).toEqual(known.toSorted());
});

test.for(scopes)(
  'lists show a sale to whoever holds every role in %s only where it is in scope',
  async ([scope, reach]) => {
    // Every role at once: nothing is hidden for want of a permission.
    const grants = roleNames.map((role): `${Role}@${EffectiveScope}` => `${role}@${scope}`);
    const user = world.user(scope, grants);
    const shown: Record<string, boolean> = {};
    const shownAs: Record<string, number> = {};
    for (const [name, { ask, shows }] of Object.entries(lists)) {
      const answer = await ask(user);
      // A task that is out of scope is not there.
      shownAs[name] = answer.status;
      shown[name] = JSON.stringify(answer.json).includes(shows === 'note' ? `note_${'a'.repeat(20)}` : ids[shows]);
    }
    const right = Object.entries(lists).map(([name, { parts, isOfInstalledBrands = false }]) => [
      name,
      !(scope === '*' && isOfInstalledBrands) && reach.some((one) => one === 'brand' || parts.includes(one)),
    ]);
    expect(shown).toEqual(Object.fromEntries(right));
    const { 'GET /tasks/one': _, ...statuses } = shownAs;
    expect(new Set(Object.values(statuses))).toEqual(new Set([200]));
  },
);
