import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import type { ReceivedWebhook } from '#sandbox/webhook-receiver/receiver.server.ts';
import type { FaultRule } from '#sandbox/faults/faults.server.ts';
import { type WebhookEndpoint, type WebhooksPort, platformEventTypes } from '#src/domain/messaging/webhooks/index.ts';
import { createWebhookDispatcher, type WebhookDispatcher } from '#src/domain/messaging/webhooks/index.server.ts';
import { createSsrfGuardedClient } from '#src/kernel/http/client/ssrf-guarded-client.server.ts';
import { webhookSecret } from '#src/kernel/crypto/webhook-secret.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';

export const webhookKey = 'a key of the tests for what goes out';

/** What the school of `createDomainWorld` has outside: its learning platform, and a backend that makes fiscal notes. */
export function schoolEndpoints(origin: string): readonly WebhookEndpoint[] {
  return [
    {
      id: 'school/platform',
      kind: 'platform',
      url: `${origin}/school/school/events`,
      types: platformEventTypes,
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

/** Tells the receivers of the sandbox at `origin`. */
export function webhooksTo(
  origin: string,
  endpoints: readonly WebhookEndpoint[] = schoolEndpoints(origin),
  budgetMs = 15_000,
): WebhooksPort {
  const poster = createSsrfGuardedClient({ allowedInternalOrigin: origin, budgetMs });
  return {
    endpoints,
    endpointsOf: () => endpoints,
    brandsOf: () => ['school'],
    secretOf: (id, number) => webhookSecret(webhookKey, id, number),
    post: (url, body, headers) => poster.post(url, body, headers),
    close: () => poster.close(),
  };
}

export interface WebhookWorld {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly world: DomainWorld;
  readonly dispatcher: WebhookDispatcher;
  readonly folder: string;
  /** One look for what is due, and every round to its end. */
  round(): Promise<void>;
  arrivals(endpoint?: string): Promise<readonly ReceivedWebhook[]>;
  faults(...rules: readonly Omit<FaultRule, 'target'>[]): Promise<void>;
  /** Somebody buys the course; gives the order's id. */
  sell(): Promise<string>;
  close(): Promise<void>;
}

/** The domain on a real database, and the schools' receivers over real HTTP, with one clock. */
export async function createWebhookWorld(database: TestDatabase, budgetMs?: number): Promise<WebhookWorld> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-outgoing-'));
  const clock = new VirtualClock();
  const secrets = { ...sandboxSecrets, webhookKey };
  const sandbox = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: folder, clock, secrets });
  const webhooks = webhooksTo(sandbox.origin, undefined, budgetMs);
  const world = createDomainWorld(database, { webhooks, clock });
  const dispatcher = createWebhookDispatcher(world.ctx);
  return {
    sandbox,
    clock,
    world,
    dispatcher,
    folder,
    async round() {
      await dispatcher.tick();
      await dispatcher.idle();
    },
    async arrivals(endpoint) {
      const query = endpoint === undefined ? '' : `?endpoint=${encodeURIComponent(endpoint)}`;
      const answer = await fetch(`${sandbox.origin}/sandbox/receiver.json${query}`);
      return ((await answer.json()) as { receivedWebhooks: ReceivedWebhook[] }).receivedWebhooks;
    },
    async faults(...rules) {
      await fetch(`${sandbox.origin}/sandbox/weather`, {
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
      await dispatcher.stop();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
