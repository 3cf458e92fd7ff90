import path from 'node:path';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { ApiServices } from '#src/apps/api/api.contract.server.ts';
import { mountApi } from '#src/apps/api/api.server.ts';
import { routes } from '#src/apps/api/registry.server.generated.ts';
import { catalogPort, loadBrands } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { openSignalChannel } from '#src/kernel/db/signal-channel.server.ts';
import { identifyBrowser } from '#src/kernel/http/cookies/browser-cookie.server.ts';
import { createRailDirectory } from '#src/rails/rail-directory.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { railServers } from '#src/rails/registry.server.generated.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';

/** A browser that keeps its cookie between calls. */
export interface ApiBuyer {
  cookie: string;
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly type: string;
  readonly json: Record<string, unknown>;
}

/** The JSON API over the real brands, rails and database; money moves in a book of the tests' own. */
export interface ApiWorld extends DomainWorld {
  readonly app: FastifyInstance;
  newBuyer(): ApiBuyer;
  close(): Promise<void>;
}

export async function createApiWorld(
  database: TestDatabase,
  change: Partial<Pick<ApiServices, 'docs' | 'webVitals' | 'operators'>> = {},
  overrides: Partial<DomainContext> = {},
): Promise<ApiWorld> {
  const dir = path.resolve(import.meta.dirname, '../../../brands');
  const brands = loadBrands({ dir, environment: 'test', sandboxOrigin: 'http://127.0.0.1:3002' });
  if (!brands.ok) throw new Error(JSON.stringify(brands.error));
  const channel = await openSignalChannel(database.address, database.pool, 'order_changed');
  const world = createDomainWorld(database, {
    signals: { orderChanged: (id) => channel.emit(id), onOrder: (id, listener) => channel.on(id, listener) },
    catalog: catalogPort(brands.value),
    rails: createRailDirectory(Object.values(rails), railServers),
    ...overrides,
  });
  const app = Fastify({ logger: false });
  const undescribed: string[] = [];
  app.addHook('onSend', async (request, reply) => {
    const { schema, url = '' } = request.routeOptions;
    const described = schema?.response;
    if (typeof described === 'object' && described !== null && !(reply.statusCode in described))
      undescribed.push(`${request.method} ${url} answers ${reply.statusCode}, which its schema does not describe`);
  });
  await mountApi(
    app,
    {
      ctx: world.ctx,
      brands: brands.value,
      origins: new Set(['http://localhost:3000']),
      browserOf: (request, secret) => {
        const { hash, cookie } = identifyBrowser(request.headers.cookie, false, secret);
        return { hash, setCookie: cookie };
      },
      say: (_locale, key) => key,
      webVitals: { take: () => true },
      seen: { take: () => undefined },
      ...change,
    },
    Object.values(routes),
  );
  await app.ready();
  return {
    ...world,
    app,
    newBuyer() {
      const buyer: ApiBuyer = {
        cookie: '',
        async call(method, url, body, headers = {}) {
          const options: InjectOptions = {
            method,
            url,
            headers: {
              ...(buyer.cookie ? { cookie: buyer.cookie } : {}),
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...headers,
            },
            ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
          };
          const answer = await app.inject(options);
          if (undescribed.length > 0) throw new Error(undescribed.splice(0).join('\n'));
          const given = answer.headers['set-cookie'];
          if (typeof given === 'string') buyer.cookie = given.split(';')[0] ?? '';
          const isJson = String(answer.headers['content-type']).includes('json');
          return {
            status: answer.statusCode,
            type: String(answer.headers['content-type']),
            json: isJson ? (JSON.parse(answer.payload) as Record<string, unknown>) : {},
          };
        },
      };
      return buyer;
    },
    async close() {
      await app.close();
      await channel.close();
    },
  };
}
