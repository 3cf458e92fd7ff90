import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type EffectiveScope,
  type Permission,
  permissions,
  type Role,
  roleNames,
  roles,
} from '#src/domain/staff/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { consoleTable, type RouteSubject, routeSubjects } from '#tests/access/console.table.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import { type ConsoleWorld, createConsoleWorld, ownPage } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { Routes } from '../console.contract.server.ts';
import { routes as realRoutes } from '../registry.server.generated.ts';

interface Declared {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As it is registered, below `/data`. */
  readonly url: string;
  readonly isFresh: boolean;
  readonly changes: string | undefined;
}

const declared: Declared[] = [];
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Stands before the real routes: each keeps what it declares, and says that the caller was admitted in place of its effect. */
const watch: Routes = (app) =>
  void app.addHook('onRoute', (route) => {
    const { needsFreshSignIn: isFresh = false, changes } = route.config ?? {};
    for (const method of methods.filter((one) => [route.method].flat().includes(one)))
      declared.push({ method, url: route.url.replace('/data', ''), changes, isFresh });
    route.schema = {};
    route.handler = () => ({ isAdmitted: true });
  });

let database: TestDatabase;
let world: ConsoleWorld;
/** What stands for each parameter of an address: all of one sale of the school, of its seller `ana` and its unit `centro`. */
let parameters: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database, { routes: [watch, ...Object.values(realRoutes)] });
  parameters = await oneSale();
});
afterAll(async () => {
  await world.close();
  await database.close();
});

async function oneSale(): Promise<Readonly<Record<string, string>>> {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  const { pool, db } = database;
  const subscription = await db
    .selectFrom('subscriptions')
    .select(['id', 'lead_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await pool.query(
    `insert into order_locations (order_id, kind, location_id, name, detail) values ($1, 'unit', 'centro', 'Centro', '{}')`,
    [orderId],
  );
  await pool.query(
    `insert into pending_refunds (id, order_id, amount, currency, reason, state, requested_by, requested_at, expires_at)
     values ('st_0123456789abcdef01', $1, 100, 'BRL', 'x', 'waiting', 'staff:ana', now(), now() + interval '1 day')`,
    [orderId],
  );
  await pool.query(
    `insert into disputes (id, gateway, movement_id, order_id, attempt_id, amount, currency, occurred_at, recorded_at)
     values ('dis_1', 'bank', 'mov_1', $1, $2, 100, 'BRL', now(), now())`,
    [orderId, attemptId],
  );
  return {
    ...{ orderId, attemptId, leadId: subscription.lead_id, refundId: 'st_0123456789abcdef01' },
    ...{ subscriptionId: subscription.id, id: 'dis_1', owner: 'school', kind: 'platform', eventId: '1' },
  };
}

/** Parts of a brand by which each thing is somebody's. */
const partsOf: Readonly<Partial<Record<RouteSubject, readonly ('seller' | 'unit')[]>>> = {
  ...{ sale: ['seller', 'unit'], subscription: ['seller', 'unit'], person: ['seller'], dispute: ['seller'] },
  endpoint: [],
};

interface Case {
  readonly needs: Permission | 'signed-in';
  readonly subject: RouteSubject;
}

/** The routes of the table, each with what it must need. */
const cases: ReadonlyMap<string, Case> = new Map(
  ([...permissions, 'signed-in'] as const).flatMap((needs) =>
    routeSubjects.flatMap((subject) =>
      (consoleTable[needs]?.[subject] ?? []).map((route) => [route, { needs, subject }] as const),
    ),
  ),
);
const nameOf = ({ method, url }: Declared): string => `${method} ${url}`;
const caseOf = (route: Declared): Case => {
  const found = cases.get(nameOf(route));
  if (!found) throw new Error(`${nameOf(route)} has no case in tests/access/console.table.ts`);
  return found;
};

const scopes = {
  '*': ['seller', 'unit', 'brand'],
  'brand:school': ['brand'],
  'brand:other': [],
  'seller:school/ana': ['seller'],
  'seller:school/bia': [],
  'seller:other/ana': [],
  'unit:school/centro': ['unit'],
  'unit:school/norte': [],
} as const satisfies Readonly<Partial<Record<EffectiveScope, readonly ('brand' | 'seller' | 'unit')[]>>>;
type OneScope = keyof typeof scopes;
const scopeNames = Object.keys(scopes) as OneScope[];

const isReached = (parts: readonly string[], scope: OneScope): boolean =>
  scopes[scope].some((reach) => reach === 'brand' || parts.includes(reach));

/** What the matrix of docs/console-access.md says of a caller. */
function expected({ needs, subject }: Case, role: Role, scope: OneScope): number {
  if (needs === 'signed-in') return 200;
  const parts = partsOf[subject];
  if (parts && !isReached(parts, scope)) return 404;
  return roles[role].includes(needs) && (subject !== 'everywhere' || scope === '*') ? 200 : 403;
}

async function ask({ method, url }: Declared, person: string | null): Promise<{ status: number; code: unknown }> {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const answer = await world.app.inject({
    ...{ method, url: `/data${path}` },
    headers: { ...(method === 'GET' ? {} : ownPage), ...(person === null ? {} : { 'x-test-person': person }) },
  });
  return { status: answer.statusCode, code: answer.json().code };
}

/** In the short form one role that has the permission and one that has not; in the whole all nine. */
const rolesFor = ({ needs }: Case): readonly Role[] =>
  byDepth<readonly Role[]>(
    [true, false].flatMap(
      (isHeld) => roleNames.find((role) => roles[role].some((one) => one === needs) === isHeld) ?? [],
    ),
    roleNames,
  );

describe('the permission matrix of the real routes', () => {
  test('has a case for each route, and each case a route', () => {
    const routes = declared.map(nameOf).toSorted();
    expect(routes.filter((name) => !cases.has(name))).toEqual([]);
    expect([...cases.keys()].toSorted()).toEqual(routes);
  });

  test('answers each role in each scope as docs/console-access.md says: 200, 403 or 404', long, async () => {
    const wrong: string[] = [];
    for (const route of declared) {
      const own = caseOf(route);
      const callers = rolesFor(own).flatMap((role) => scopeNames.map((scope) => ({ role, scope })));
      for (const { role, scope } of callers) {
        const person = `${role}@${scope}` as const;
        world.user(person, [person]);
        const { status } = await ask(route, person);
        const right = expected(own, role, scope);
        if (status !== right) wrong.push(`${nameOf(route)} as ${person}: ${status}, not ${right}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(declared.length).toBeGreaterThan(55);
  });

  test('answers nobody with 401, and whoever has no role with nothing but what is of themselves', async () => {
    world.user('nobody', []);
    const answers = [];
    for (const route of declared) {
      const { needs, subject } = caseOf(route);
      const right = needs === 'signed-in' ? 200 : partsOf[subject] ? 404 : 403;
      answers.push({ route, right, without: await ask(route, null), nobody: await ask(route, 'nobody') });
    }
    expect(answers.filter(({ without }) => without.status !== 401)).toEqual([]);
    expect(answers.filter(({ nobody, right }) => nobody.status !== right)).toEqual([]);
  });

  test('asks for a fresh sign-in on each route that says so, and on no other', async () => {
    const authenticatedAt = new Date(world.clock.now().getTime() - 301_000);
    const all = roleNames.map((role) => `${role}@*` as const);
    world.user('tired', all, { authenticatedAt });
    const asked: string[] = [];
    for (const route of declared) if ((await ask(route, 'tired')).code === 'sign-in-too-old') asked.push(nameOf(route));
    expect(asked).toEqual(declared.filter(({ isFresh }) => isFresh).map(nameOf));
    // Whatever moves money, gives access or hands out personal data in bulk.
    expect(asked.toSorted()).toEqual([
      'GET /audit/export',
      'GET /audit/export/ready',
      'GET /payouts',
      'POST /approvals/:id/approve',
      'POST /buyer-data/:orderId/erasure',
      'POST /buyer-data/:orderId/export',
      'POST /cooling-off/:orderId',
      'POST /disputes/:id/concede',
      'POST /exports/approved',
      'POST /exports/personal',
      'POST /payouts',
      'POST /refunds/:orderId',
      'POST /refunds/waiting/:refundId/approve',
      'POST /staff/:id/end',
      'POST /staff/:id/grants',
      'POST /staff/:id/restore',
      'POST /staff/:id/token',
      'POST /staff/grants/:id/end',
      'POST /tasks/end',
      'POST /webhooks/endpoints/:owner/:kind/rotate',
    ]);
  });

  test('tells open pages of approvals and tasks from every route that changes them', () => {
    const of = (topic: string) => declared.filter(({ changes }) => changes === topic).map(({ url }) => url);
    expect(of('approvals').toSorted()).toEqual([
      '/approvals/:id/approve',
      '/approvals/:id/reject',
      '/approvals/:id/take-back',
      '/buyer-data/:orderId/erasure',
      '/exports/personal',
      '/refunds/:orderId',
      '/refunds/waiting/:refundId/approve',
      '/refunds/waiting/:refundId/reject',
      '/refunds/waiting/:refundId/take-back',
      '/staff/:id/grants',
    ]);
    expect(of('tasks').toSorted()).toEqual([
      ...['/payouts', '/tasks/assign', '/tasks/end', '/tasks/reopen-endpoint', '/tasks/request-note'],
    ]);
  });
});
