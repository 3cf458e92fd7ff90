import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { mountConsole } from '#src/apps/console/console.server.ts';
import type { ConsoleServices, HealthSources, Routes, SignedIn } from '#src/apps/console/console.contract.server.ts';
import type { LiveHub } from '#src/apps/console/live/live-hub.server.ts';
import { routes as consoleRoutes } from '#src/apps/console/registry.server.generated.ts';
import { loadBrands } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import type { EffectiveScope, Role, StaffActor } from '#src/domain/staff/index.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';

export const consoleOrigin = 'http://localhost:3004';

/** What a browser's own page sends with a write. */
export const ownPage = { origin: consoleOrigin, 'sec-fetch-site': 'same-origin', 'x-console': '1' } as const;

/** A hub that tells nobody anything: tests of routes read the rows. */
export const silentHub: LiveHub = {
  topicChanged: () => undefined,
  subscribe: () => () => undefined,
  close: () => undefined,
};

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: Record<string, unknown>;
}

/** A signed-in person who calls the console's routes. Addresses are those below `/data`. */
export interface ConsoleUser {
  readonly actor: StaffActor;
  get(url: string): Promise<ConsoleAnswer>;
  post(url: string, body?: unknown): Promise<ConsoleAnswer>;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<ConsoleAnswer>;
}

export interface ConsoleWorld extends DomainWorld {
  readonly app: FastifyInstance;
  /** Somebody with these grants, each `role@scope`, signed in just now with a second factor. */
  user(name: string, grants: readonly `${Role}@${EffectiveScope}`[], change?: Partial<SignedIn>): ConsoleUser;
  close(): Promise<void>;
}

/** A process with one paused gateway and some work. */
export const healthOfTests: HealthSources = {
  circuits: () => [{ gateway: 'silent-bank', state: 'open' }],
  queues: async () => [{ name: 'resolve-attempt', deferredCount: 1, queuedCount: 2, activeCount: 3 }],
  jobs: async () => ({ 'seal-ledger-days': { at: '2026-01-01T00:00:00.000Z', durationMs: 12, isGood: true } }),
  connections: () => ({ open: 3, idle: 1, waitedFor: 0 }),
  version: '0.0.0',
  processes: async () => [
    {
      ...{ id: 'prc_1', host: 'shop-1', role: 'app', version: '0.0.0', build: 'abc', silentSeconds: 300 },
      startedAt: new Date('2026-01-01T00:00:00Z'),
    },
  ],
};

/** The console's routes over a real database and the domain's world, whose brand is `school`. */
export async function createConsoleWorld(
  database: TestDatabase,
  change: {
    readonly routes?: readonly Routes[];
    readonly ctx?: Partial<DomainContext>;
    readonly services?: Partial<Pick<ConsoleServices, 'live' | 'previewEmail' | 'documents'>>;
  } = {},
): Promise<ConsoleWorld> {
  const dir = path.resolve(import.meta.dirname, '../../../brands');
  const brands = loadBrands({ dir, environment: 'test', sandboxOrigin: 'http://127.0.0.1:3002' });
  if (!brands.ok) throw new Error(JSON.stringify(brands.error));
  const world = createDomainWorld(database, change.ctx);
  const readers = createPool(database.readerAddress ?? database.address, {
    max: 6,
    statementTimeoutMs: 3_000,
    isReadOnly: true,
  });
  const people = new Map<string, SignedIn>();
  const app = Fastify({ logger: false });
  await mountConsole(app, {
    services: {
      ctx: world.ctx,
      readDb: createKysely<Database>(readers),
      brands: brands.value,
      environment: 'test',
      origin: consoleOrigin,
      sandboxOrigin: 'http://127.0.0.1:3002',
      clearSession: () => 'matricula-console=; Max-Age=0',
      live: silentHub,
      authenticate: async ({ headers }) => people.get(String(headers['x-test-person'])) ?? null,
      health: healthOfTests,
      ...{ previewEmail: async () => null, documents: {}, ...change.services },
    },
    routes: change.routes ?? Object.values(consoleRoutes),
    acrValues: ['strong'],
    browserDir: null,
  });
  await app.ready();

  const callAs = async (
    name: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<ConsoleAnswer> => {
    const answer = await app.inject({
      method,
      url: `/data${url}`,
      headers: {
        'x-test-person': name,
        ...(method === 'GET' ? {} : ownPage),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, headers: answer.headers, json: isJson ? JSON.parse(answer.payload) : {} };
  };
  return {
    ...world,
    app,
    user(name, grants, session = {}) {
      const actor = staffActor(name, grants);
      people.set(name, {
        actor,
        ...{ locale: 'pt-BR', authenticatedAt: world.ctx.clock.now(), acr: 'strong' },
        ...{ isDirectoryReached: true, isAccessRequested: false },
        ...session,
      });
      return {
        actor,
        get: (url) => callAs(name, 'GET', url),
        post: (url, body = {}) => callAs(name, 'POST', url, body),
        call: (method, url, body) => callAs(name, method, url, body),
      };
    },
    close: async () => {
      await app.close();
      await readers.end();
    },
  };
}

/** A person of the staff who is in no table; records of what they do need none. */
export function staffActor(name: string, grants: readonly `${Role}@${EffectiveScope}`[]): StaffActor {
  return {
    accountId: name,
    actor: `staff:${name}`,
    ...{ name, email: `${name}@escola.example`, sessionId: `session-of-${name}`, ipGroup: '203.0.113.0' },
    grants: grants.map((grant) => {
      const at = grant.indexOf('@');
      // Both halves are of the template's types.
      return { role: grant.slice(0, at) as Role, scope: grant.slice(at + 1) as EffectiveScope, until: null };
    }),
  };
}
