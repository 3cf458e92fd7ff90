import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import { voidAttempt, sweepAttempts, sweepExpiredHolds } from '#src/domain/payments/index.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { cardToken } from '#tests/support/fixtures/card-token.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep } from '#tests/support/depth.ts';
import { invariantViolations, readSandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import type { PayingTask } from '#tests/support/processes/paying-process.server.ts';
import { createSandboxDomain, type SandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';

/** Every named place that a payment by two cards passes, and at which time of passing it. */
const points: readonly (readonly [string, number])[] = [
  ['pay-after-t1', 1],
  ['pay-before-gateway', 1],
  ['pay-after-gateway', 1],
  ['facts-before-commit', 1],
  ['facts-after-commit', 1],
  ['part-claimed', 1],
  ['pay-before-gateway', 2],
  ['pay-after-gateway', 2],
  ['facts-before-commit', 2],
  ['facts-after-commit', 2],
  ['capture-before-gateway', 1],
  ['capture-after-gateway', 1],
  ['facts-before-commit', 3],
  ['facts-after-commit', 3],
  ['capture-before-gateway', 2],
  ['capture-after-gateway', 2],
  ['facts-before-commit', 4],
  ['facts-after-commit', 4],
];
const killsPerPoint = 3;

let folder: string;
let sandbox: Sandbox;
let database: TestDatabase;
let domain: SandboxDomain;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-two-cards-'));
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

/** Runs one paying process to its end or its death; gives the signal that ended it, if any. */
async function payAndDie(crashAt: string, crashTime: number): Promise<NodeJS.Signals | null> {
  const file = path.resolve(import.meta.dirname, '../support/processes/paying-process.server.ts');
  const task: PayingTask = {
    address: database.address,
    sandboxOrigin: sandbox.origin,
    method: 'credit-card',
    cardToken: await cardToken(sandbox.origin),
    secondToken: await cardToken(sandbox.origin),
    crashAt,
    crashTime,
    chargesFirst: false,
  };
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  return new Promise((resolve, reject) => {
    child.on('exit', (ended, signal) => (ended === 0 || signal ? resolve(signal) : reject(new Error(complaint))));
  });
}

/** What the restarted worker does while time passes: looks, goes on, ends windows, and gives up what is owed. */
async function recover(): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    domain.clock.advance(look === 0 ? 25_000 : 70_000);
    await sweepAttempts(domain.ctx);
    await sweepExpiredHolds(domain.ctx);
    const owed = await database.db.selectFrom('attempts').select('id').where('void_state', '=', 'requested').execute();
    for (const { id } of owed) await voidAttempt(domain.ctx, id).catch(() => undefined);
  }
}

async function broken(): Promise<string[]> {
  return invariantViolations(database.pool, await readSandboxRecords(sandbox.origin), { now: domain.clock.now() });
}

describe('a process that is killed while two cards pay', () => {
  test(
    `T-25 T-39 I15 ${points.length * killsPerPoint} times, at every named point: all is taken or nothing is held`,
    { ...deep, timeout: 300_000 },
    async () => {
      const queue = points.flatMap((point) => Array.from({ length: killsPerPoint }, () => point));
      const lane = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) expect(await payAndDie(...next)).toBe('SIGKILL');
      };
      await Promise.all([lane(), lane(), lane()]);
      // Planted bug: if nobody looks again, the same look from outside sees what was left behind.
      domain.clock.advance(60 * 60_000);
      const states = async (): Promise<Set<string>> => {
        const rows = await database.db.selectFrom('orders').select('state').execute();
        return new Set(rows.map(({ state }) => state));
      };
      expect((await states()).has('partly-paid')).toBe(true);

      await recover();
      expect(await broken()).toEqual([]);
      const left = await states();
      expect(left.has('partly-paid')).toBe(false);
      expect(left.has('paid')).toBe(true);
      const { charges } = await readSandboxRecords(sandbox.origin);
      expect(charges.filter(({ status }) => status === 'authorized')).toEqual([]);
      const open = await database.db
        .selectFrom('attempts')
        .select('id')
        .where('state', 'in', ['created', 'unknown', 'processing', 'authorized'])
        .execute();
      expect(open).toEqual([]);
      const sealed = await database.db
        .selectFrom('attempts')
        .select('id')
        .where('sealed_request', 'is not', null)
        .execute();
      expect(sealed).toEqual([]);
    },
  );
});
