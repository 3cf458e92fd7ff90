import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sandboxSecrets } from '#src/apps/outside-world/accounts.server.ts';
import { type OutsideWorld, startOutsideWorld } from '#src/apps/outside-world/outside-world.server.ts';
import type { Arrival } from '#src/apps/outside-world/school/receiver.server.ts';
import type { WeatherRule } from '#src/apps/outside-world/world/weather.server.ts';
import { type OutgoingEndpoint, type OutgoingPort, platformTypes } from '#src/domain/outgoing/index.ts';
import { createCourier, type OutgoingCourier } from '#src/domain/outgoing/index.server.ts';
import { createGuardedPoster } from '#src/kernel/http/guarded-post.server.ts';
import { webhookSecret } from '#src/kernel/ids/webhook-secret.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import type { TestDatabase } from './database.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';

export const webhookKey = 'a key of the tests for what goes out';

/** What the school of `createDomainWorld` has outside: its learning platform, and a backend that makes fiscal notes. */
export function schoolEndpoints(origin: string): readonly OutgoingEndpoint[] {
  return [
    {
      id: 'school/platform',
      kind: 'platform',
      url: `${origin}/school/school/events`,
      types: platformTypes,
      wantsDocument: false,
      lead: { route: null, planType: null },
    },
    {
      id: 'office/backend',
      kind: 'backend',
      url: `${origin}/school/office/backend`,
      types: new Set(['lead.created', 'payment.requested', 'order.paid', 'order.refunded'] as const),
      wantsDocument: true,
      lead: { route: 'enem', planType: 'yearly' },
    },
  ];
}

/** Tells the receivers of the outside world at `origin`. */
export function outgoingTo(
  origin: string,
  endpoints: readonly OutgoingEndpoint[] = schoolEndpoints(origin),
  budgetMs = 15_000,
): OutgoingPort {
  const poster = createGuardedPoster({ insideOrigin: origin, budgetMs });
  return {
    endpoints,
    endpointsOf: () => endpoints,
    brandsOf: () => ['school'],
    secretOf: (id, number) => webhookSecret(webhookKey, id, number),
    post: (url, body, headers) => poster.post(url, body, headers),
    close: () => poster.close(),
  };
}

export interface OutgoingStage {
  readonly outside: OutsideWorld;
  readonly clock: VirtualClock;
  readonly world: DomainWorld;
  readonly courier: OutgoingCourier;
  readonly folder: string;
  /** One look for what is due, and every round to its end. */
  round(): Promise<void>;
  arrivals(endpoint?: string): Promise<readonly Arrival[]>;
  weather(...rules: readonly Omit<WeatherRule, 'target'>[]): Promise<void>;
  /** Somebody buys the course; gives the order's id. */
  sell(): Promise<string>;
  close(): Promise<void>;
}

/** The domain on a real database, and the schools' receivers over real HTTP, with one clock. */
export async function createOutgoingStage(database: TestDatabase, budgetMs?: number): Promise<OutgoingStage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-outgoing-'));
  const clock = new VirtualClock();
  const secrets = { ...sandboxSecrets, webhookKey };
  const outside = await startOutsideWorld({ port: 0, smtpPort: 0, dataDir: folder, clock, secrets });
  const outgoing = outgoingTo(outside.origin, undefined, budgetMs);
  const world = createDomainWorld(database, { outgoing, clock });
  const courier = createCourier(world.ctx);
  return {
    outside,
    clock,
    world,
    courier,
    folder,
    async round() {
      await courier.tick();
      await courier.idle();
    },
    async arrivals(endpoint) {
      const query = endpoint === undefined ? '' : `?endpoint=${encodeURIComponent(endpoint)}`;
      const answer = await fetch(`${outside.origin}/sandbox/receiver.json${query}`);
      return ((await answer.json()) as { arrivals: Arrival[] }).arrivals;
    },
    async weather(...rules) {
      await fetch(`${outside.origin}/sandbox/weather`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'school', rules }),
      });
    },
    async sell() {
      const { session, quote } = await world.buyer();
      const paid = await world.pay(session, quote);
      if (!paid.ok) throw new Error(paid.error.code);
      return paid.value.orderId;
    },
    async close() {
      await courier.stop();
      await outside.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
