/** Composes the staff's console on its own origin, with a database pool of its own. */
import path from 'node:path';
import { staffPeople } from '#sandbox/directory/people.ts';
import { mountConsole } from '#src/apps/console/console.server.ts';
import { createLiveHub } from '#src/apps/console/live/live-hub.server.ts';
import { routes } from '#src/apps/console/registry.server.generated.ts';
import { sessionAuthenticator } from '#src/apps/console/sign-in/authenticate.server.ts';
import { consoleCookies } from '#src/apps/console/sign-in/console-cookies.server.ts';
import { openIdProvider } from '#src/apps/console/sign-in/openid-provider.server.ts';
import type { HealthSources, PreviewEmail } from '#src/apps/console/console.contract.server.ts';
import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { saleSubjects } from '#src/domain/orders/index.server.ts';
import { type BrandsOfBusiness, registerDirectoryPeople } from '#src/domain/staff/index.server.ts';
import { railDocuments } from '#src/rails/registry.documents.server.generated.ts';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { createKysely, createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import type { SignalChannel } from '#src/kernel/db/signal-channel.server.ts';
import type { ConsoleEnv } from '#src/kernel/env/console-env.server.ts';
import type { Env } from '#src/server/env.server.ts';
import { sandboxStaff } from './sandbox-staff.data.ts';
import { lastRuns } from '#src/apps/worker/job-runs.repository.server.ts';
import { type Observability, productVersion } from './observability.server.ts';
import { seenProcesses } from './processes/process.repository.server.ts';
import type { PoolCounts } from './product-metrics.server.ts';

export interface ConsoleParts {
  readonly env: Env;
  readonly settings: ConsoleEnv;
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly observability: Observability;
  /** Where it reads, as of `consoleReadAddress`. */
  readonly readAddress: DatabaseAddress;
  readonly signals: SignalChannel;
  readonly previewEmail: PreviewEmail;
  /** Folder of the build. */
  readonly dist: string;
  /** What this process does now, for the screen of its health. */
  readonly work: Pick<HealthSources, 'circuits' | 'queues'> & { readonly pool: PoolCounts };
}

/** Connections of the console: few, so that a busy desk cannot take the buyers'. */
const maxReaders = 6;
const statementMs = 3_000;

/** Starts the console. Returns the function that closes it: the server first, then its pool. */
export async function openConsole(parts: ConsoleParts): Promise<() => Promise<void>> {
  const { env, settings, ctx, brands, observability, readAddress, signals, previewEmail, dist, work } = parts;
  const readers = createPool(readAddress, {
    max: maxReaders,
    statementTimeoutMs: statementMs,
    isReadOnly: true,
    applicationName: 'matricula-console',
    onIdleError: (error) => observability.log.warn('connection-lost', { error }),
  });
  const readDb = createKysely<Database>(readers);
  const live = createLiveHub({ signals, subjectsOf: (ids) => saleSubjects(readDb, ids), log: observability.log });
  const app = observability.consoleServer(settings.origin);
  const isHttps = settings.origin.startsWith('https:');
  const cookies = consoleCookies(deriveKey(env.cookieSecret, 'console sign-in'), isHttps);
  const provider = openIdProvider(settings.oidc, settings.origin);
  const brandsOf = brandsByBusiness(brands);
  const directoryGrantsOf = (subject: string) => (isSandboxDirectory(env) ? (sandboxStaff[subject] ?? []) : null);
  const authenticate = sessionAuthenticator({ ctx, cookies, provider, brandsOf, directoryGrantsOf });
  const close = async (): Promise<void> => {
    live.close();
    await app.close();
    await readers.end();
  };
  try {
    if (isSandboxDirectory(env)) await registerSandboxStaff(ctx, settings.oidc.issuer);
    await mountConsole(app, {
      services: {
        ctx,
        readDb,
        brands,
        environment: env.appEnv,
        origin: settings.origin,
        sandboxOrigin: env.sandbox?.origin ?? null,
        clearSession: () => cookies.clearSession(),
        ...{ live, authenticate, previewEmail, documents: railDocuments },
        health: {
          circuits: work.circuits,
          queues: work.queues,
          jobs: () => lastRuns(ctx.db),
          connections: () => {
            const { totalCount, idleCount, waitingCount } = work.pool;
            return { open: totalCount, idle: idleCount, waitedFor: waitingCount };
          },
          version: productVersion(),
          processes: () => seenProcesses(ctx.db),
        },
      },
      routes: Object.values(routes),
      signIn: { ctx, origin: settings.origin, cookies, provider, authenticate, brandsOf, directoryGrantsOf },
      acrValues: settings.oidc.acrValues,
      browserDir: path.join(dist, 'console'),
    });
    await app.listen({ host: env.host, port: settings.port });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

/** The sandbox's directory is the only one whose people are known before they come. */
function isSandboxDirectory({ appEnv, console: settings, sandbox }: Env): boolean {
  return appEnv === 'test' && sandbox !== null && settings?.oidc.issuer === `${sandbox.origin}/directory`;
}

/** The eight people of the sandbox's directory have their accounts from the first start: one press signs each of them in. */
async function registerSandboxStaff(ctx: DomainContext, issuer: string): Promise<void> {
  const people = staffPeople.map(({ subject, email, name, locale }) => ({
    identity: { issuer, subject, email, name, locale },
    grants: sandboxStaff[subject] ?? [],
  }));
  await registerDirectoryPeople(ctx, people);
}

function brandsByBusiness({ brands }: BrandRegistry): BrandsOfBusiness {
  const names = (business: string) => brands.filter((brand) => brand.business === business).map(({ brand }) => brand);
  return (business) => [...new Set(names(business))];
}
