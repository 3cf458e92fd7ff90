import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import { sweepAttempts } from '#src/domain/payments/index.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { cardNumber } from '#tests/deep/chaos/checks/canary-values.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import type { PayingTask } from '#tests/support/processes/paying-process.server.ts';
import { createSandboxDomain, type SandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';

/** Every named place between the first write, the gateway and the last write. */
const points = ['pay-after-t1', 'pay-before-gateway', 'pay-after-gateway', 'facts-before-commit', 'facts-after-commit'];
const killsPerPoint = byDepth(2, 20);
const atOnce = 3;

let folder: string;
let sandbox: Sandbox;
let database: TestDatabase;
let domain: SandboxDomain;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-kill-'));
  const secrets = sandboxEnv('http://127.0.0.1:1');
  sandbox = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: folder, clock: new VirtualClock(), secrets });
  database = await createTestDatabase();
  domain = createSandboxDomain(database.address, sandbox.origin);
});
afterAll(async () => {
  await domain.close();
  await database.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

let cards = 0;

/** A card of its own each time: the tries of processes that died count for their card as long as they may be under way. */
async function cardToken(): Promise<string> {
  const answer = await fetch(`${sandbox.origin}/acquirer/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: JWK[] };
  const [key] = keys;
  if (!key?.kid) throw new Error('The acquirer has no key');
  const card = {
    number: cardNumber((cards += 1)),
    holder: 'MARIA DA SILVA',
    expiryMonth: 12,
    expiryYear: 2030,
    securityCode: '123',
  };
  const payload = { ...card, iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'));
}

/** Runs one paying process to its end or its death; gives the signal that ended it, if any. */
async function payAndDie(task: Partial<PayingTask>): Promise<NodeJS.Signals | null> {
  const file = path.resolve(import.meta.dirname, '../support/processes/paying-process.server.ts');
  const full: PayingTask = {
    address: database.address,
    sandboxOrigin: sandbox.origin,
    method: 'credit-card',
    cardToken: await cardToken(),
    crashAt: null,
    chargesFirst: false,
    ...task,
  };
  const child = spawn(process.execPath, [file, JSON.stringify(full)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => (code === 0 || signal ? resolve(signal) : reject(new Error(complaint))));
  });
}

async function many(count: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        next += 1;
        await run(next);
      }
    }),
  );
}

/** The restarted worker's looks, with time passing: what was left open is asked about until nothing is. */
async function recover(): Promise<void> {
  for (let look = 0; look < 12; look += 1) {
    domain.clock.advance(look === 0 ? 25_000 : 70_000);
    await sweepAttempts(domain.ctx);
  }
}

interface Differences {
  /** Money taken outside that no attempt of ours knows of, or knows otherwise. */
  readonly orphans: number;
  /** Attempts that are still open, or orders that were paid and do not say so. */
  readonly lost: number;
}

/** Holds the book of the sandbox against our rows; looks at nothing else. */
async function compare(): Promise<Differences> {
  const attempts = await database.db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['attempts.id', 'attempts.state', 'orders.state as order', 'orders.received'])
    .where('attempts.rail', '=', 'card')
    .execute();
  const ours = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const theirs = sandbox.book().charges.filter((charge) => charge.company === 'acquirer');
  const orphans = theirs.filter((charge) => {
    const known = ours.get(charge.reference);
    return (
      charge.captured > 0 &&
      !(known?.state === 'captured' && known.order === 'paid' && known.received === BigInt(charge.captured))
    );
  });
  const taken = new Set(theirs.filter((charge) => charge.captured > 0).map((charge) => charge.reference));
  const lost = attempts.filter(
    (attempt) =>
      (attempt.state === 'captured') !== taken.has(attempt.id) || ['created', 'unknown'].includes(attempt.state),
  );
  return { orphans: orphans.length, lost: lost.length };
}

describe('a process that is killed while it pays', () => {
  test(
    `T-25 T-26 ${points.length * killsPerPoint} times, at every named point: no charge is lost, none is orphaned`,
    { ...long, timeout: 300_000 },
    async () => {
      for (const crashAt of points) {
        await many(killsPerPoint, async () => {
          expect(await payAndDie({ crashAt })).toBe('SIGKILL');
        });
      }
      // Planted bug: if nobody looks again, the same comparison sees what was left behind.
      const unattended = await compare();
      expect(unattended.orphans).toBeGreaterThan(0);
      expect(unattended.lost).toBeGreaterThan(0);

      await recover();
      expect(await compare()).toEqual({ orphans: 0, lost: 0 });
      const charges = sandbox.book().charges.filter((charge) => charge.captured > 0);
      // Killed before the gateway: no charge. Killed after it: one, found again.
      expect(charges).toHaveLength(3 * killsPerPoint);
    },
  );

  test('planted bug: a process that charges before it writes leaves an orphan that the comparison finds', async () => {
    await payAndDie({ chargesFirst: true });
    await recover();
    expect((await compare()).orphans).toBe(1);
  });
});
