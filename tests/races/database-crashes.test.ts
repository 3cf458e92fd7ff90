import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { pay, sweepAttempts } from '#src/domain/payments/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { openSession } from '#src/domain/checkout/sessions/index.server.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { cardToken } from '#tests/gateways/suite/charges.server.ts';
import { postmasterOf } from '#tests/support/database/database-process.server.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import { createSandboxDomain, type SandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';

/** How many buyers pay at the moment when the database is killed. */
const buyersAtOnce = 12;

/**
 * When it is killed, each time: as soon as the acquirer took money, of which our rows know nothing yet, and after so
 * many ms, in the middle of T1, of the acquirer's answers or of T2, as it happens.
 */
const deaths = byDepth<readonly ('money-taken' | number)[]>(['money-taken'], ['money-taken', 15, 45, 60]);

let folder: string;
let dataDir: string;
let sandbox: Sandbox;
let postgres: EmbeddedPostgres;
let domain: SandboxDomain;
const received: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-drill-'));
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'matricula-drill-data-'));
  // As root, PostgreSQL runs as somebody else, who must be able to come in.
  chmodSync(dataDir, 0o755);
  const secrets = sandboxEnv('http://127.0.0.1:1');
  sandbox = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: folder, clock: new VirtualClock(), secrets });
  const started = await startEmbeddedPostgres({
    dataDir,
    dataDirIsDefault: false,
    say: (event) => received.push(event),
  });
  if (!started.ok) throw new Error(started.error.message);
  postgres = started.value;
  const migrated = await migrate(postgres.address);
  if (!migrated.ok) throw new Error(migrated.error.message);
  domain = createSandboxDomain(postgres.address, sandbox.origin);
}, 60_000);
afterAll(async () => {
  await domain.close();
  await postgres.stop();
  await sandbox.close();
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true });
});

async function buyer() {
  const { ctx } = domain;
  const session = await openSession(ctx, {
    ...{ browserHash: newSecret(), brand: 'wise-up', variant: 'online', business: 'wiseup-online' },
    ...{ productCode: 'wise-up-online', offer: '', flowId: 'default', market: 'BR', locale: 'pt-BR' },
    ...{ seller: 'performance', source: 'direto', link: {} },
  });
  const contact = { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
  await saveLead(ctx, session, { ...contact, consents: [], ip: '127.0.0.1' });
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) throw new Error(quote.error.code);
  const token = await cardToken({ world: sandbox, clock: domain.clock }, '4111111111111111');
  return { sessionId: session.id, quoteId: quote.value.id, token };
}

function payBy({ sessionId, quoteId, token }: Awaited<ReturnType<typeof buyer>>) {
  const fields = { document: '529.982.247-25', token, brand: 'visa', last4: '1111', expiry: '12/30' };
  return pay(domain.ctx, {
    ...{ sessionId, quoteId, idempotencyKey: newSecret() },
    tenders: [{ method: 'credit-card', installments: 1, fields }],
    browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
  });
}

/** Charges outside that our rows do not show as paid, and rows that show money which nobody took. */
async function differences(): Promise<number> {
  const rows = await domain.ctx.db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['attempts.id', 'attempts.state', 'orders.state as order'])
    .execute();
  const taken = new Set(
    sandbox
      .book()
      .charges.filter(({ captured }) => captured > 0)
      .map(({ reference }) => reference),
  );
  const known = new Set(rows.map(({ id }) => id));
  const wrong = rows.filter(({ id, state, order }) => (state === 'captured' && order === 'paid') !== taken.has(id));
  return wrong.length + [...taken].filter((reference) => !known.has(reference)).length;
}

function chargesTaken(): number {
  return sandbox.book().charges.filter(({ captured }) => captured > 0).length;
}

/** Looks between any two steps of the process, in which the acquirer runs too: its answer is not yet on its way. */
async function untilMoneyIsTaken(before: number): Promise<void> {
  const end = Date.now() + 30_000;
  while (chargesTaken() === before) {
    if (Date.now() > end) throw new Error('Nothing was charged within 30 s');
    await new Promise((resume) => setImmediate(resume));
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 300; look += 1) {
    if (await isSo()) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error('It did not happen within 30 s');
}

test(
  `T-31 T-25 failover drill: the database dies ${deaths.length} times under payments; the product gets it back by itself, and nothing is lost`,
  { ...long, timeout: 120_000 },
  async () => {
    let unattended = 0;
    for (const [index, moment] of deaths.entries()) {
      const buyers = await Promise.all(Array.from({ length: buyersAtOnce }, buyer));
      const before = chargesTaken();
      const paying = Promise.allSettled(buyers.map(payBy));
      if (moment === 'money-taken') await untilMoneyIsTaken(before);
      else await new Promise((resume) => setTimeout(resume, moment));
      const postmaster = postmasterOf(dataDir);
      if (postmaster === null) throw new Error('No server to kill');
      process.kill(postmaster, 'SIGKILL');
      await paying;
      await until(() => received.filter((event) => event === 'database-regained').length === index + 1);
      await until(async () => {
        const asked = await domain.ctx.db
          .selectFrom('orders')
          .select('id')
          .limit(1)
          .execute()
          .catch(() => null);
        return asked !== null;
      });
      unattended += await differences();
      for (let look = 0; look < 6; look += 1) {
        domain.clock.advance(look === 0 ? 25_000 : 70_000);
        await sweepAttempts(domain.ctx);
      }
      expect(await differences()).toBe(0);
    }
    // The drill is worth something only when a death did leave something behind.
    expect(unattended).toBeGreaterThan(0);
    const last = await payBy(await buyer());
    expect(last.ok && last.value.state).toBe('captured');
  },
);
