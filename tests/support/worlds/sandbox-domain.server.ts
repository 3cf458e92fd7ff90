import { domainHandlers } from '#src/server/domain-handlers.server.ts';
import path from 'node:path';
import { catalogPort, loadBrands } from '#src/branding/index.server.ts';
import { createInPersonPaymentService } from '#src/domain/in-person/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { createPointsMemberService } from '#src/domain/customers/loyalty/index.server.ts';
import { createGateways } from '#src/gateways/gateway-directory.server.ts';
import { readRoutes, defaultRoutesFile } from '#src/gateways/gateway-routes.server.ts';
import { gatewayFactories } from '#src/gateways/registry.server.generated.ts';
import { createKysely, createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { type Env, readEnv } from '#src/server/env.server.ts';
import { crashPoint } from '#src/server/crash-point.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createRailDirectory } from '#src/rails/rail-directory.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { railServers } from '#src/rails/registry.server.generated.ts';
import { PhoneInbox } from '../fixtures/fake-sms.ts';

export interface SandboxDomain {
  readonly ctx: DomainContext;
  readonly clock: VirtualClock;
  readonly env: Env;
  close(): Promise<void>;
}

/** The settings of the test environment against a sandbox that runs elsewhere. */
export function sandboxEnv(sandboxOrigin: string): Env {
  const env = readEnv({ APP_ENV: 'test', SANDBOX_ORIGIN: sandboxOrigin });
  if (!env.ok) throw new Error(JSON.stringify(env.error));
  return env.value;
}

/**
 * The product's domain with its real rails, gateways and brands on a real database, without web servers and jobs:
 * light enough to be started and killed a hundred times.
 */
export function createSandboxDomain(
  address: DatabaseAddress,
  sandboxOrigin: string,
  clock = new VirtualClock(),
): SandboxDomain {
  const env = sandboxEnv(sandboxOrigin);
  const dir = path.resolve(import.meta.dirname, '../../../brands');
  const brands = loadBrands({ dir, environment: 'test', sandboxOrigin: sandboxOrigin });
  if (!brands.ok) throw new Error(JSON.stringify(brands.error));
  const factories = Object.values(gatewayFactories);
  const routes = readRoutes(defaultRoutesFile, factories);
  if (!routes.ok) throw new Error(JSON.stringify(routes.error));
  const pool = createPool(address, { max: 4 });
  const db = createKysely<Database>(pool);
  const codeKey = 'a key of the tests';
  const desks = {
    members: createPointsMemberService({ db, clock, codeKey }),
    inPersonPayments: createInPersonPaymentService({ db, clock }),
  };
  const ctx: DomainContext = {
    db,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    catalog: catalogPort(brands.value),
    rails: createRailDirectory(Object.values(rails), railServers),
    gateways: createGateways(factories, { env, clock, ...desks }, routes.value),
    jobs: { send: async () => undefined },
    signals: { orderChanged: () => undefined, onOrder: () => () => undefined },
    staffSignals: { listChanged: () => undefined },
    sms: new PhoneInbox(),
    config: {
      publicOrigin: env.publicOrigin,
      quoteLifetimeSeconds: 1800,
      maxDeclinedAttempts: 50,
      declinePauseSeconds: 900,
      codeKey,
    },
    crashPoint,
    handlers: domainHandlers,
  };
  return { ctx, clock, env, close: () => pool.end() };
}
