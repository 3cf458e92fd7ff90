import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { freePorts } from '../../../../bench/support/free-ports.ts';
import { bugs } from './bug-list.ts';
import type { CheckTask, Verdict } from '../checker.ts';
import { type DatabaseServer, startDatabaseServer } from '../database-server.ts';
import type { LoadTask } from '../load.ts';
import { startService } from '../product-process.ts';
import type { PlantedBug } from './planted-bug.types.ts';
import { type Kind, kinds } from '../buyers/shops.ts';
import { startSide } from '../side-process.ts';
import { pause } from '../faults/pause.ts';
import { until } from '../environment.ts';
import { openTcpProxy } from '../faults/tcp-proxy.ts';

/** What became of one planted bug. */
export interface ControlResult {
  readonly name: string;
  readonly about: string;
  /** Promises that were seen broken. */
  readonly broken: readonly string[];
  /** It was seen, and nothing else than what must go with it. */
  readonly isGood: boolean;
  readonly words: readonly string[];
}

/** Without a bug everything has to hold: else a red promise would prove nothing. */
const nothing: PlantedBug = {
  name: 'none',
  about: 'no bug at all',
  patches: [],
  script: [...new Set(kinds)],
  advance: [90, 3 * 86_400],
};
const atOnce = 2;
const template = 'matricula_as_new';
/** On a machine that is busy with other things, too. */
const readyWithinMs = 240_000;

/** Plants each bug in a product of its own, and looks whether the checker sees just that. */
export async function runControls(
  options: { readonly seed: number; readonly only: string; readonly keep?: boolean },
  say: (text: string) => void,
): Promise<readonly ControlResult[]> {
  const chosen = [nothing, ...bugs].filter(({ name }) => options.only === '' || options.only.split(',').includes(name));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-chaos-controls-'));
  chmodSync(folder, 0o711);
  const database = await startDatabaseServer(path.join(folder, 'data'));
  const line = await openTcpProxy(() => [{ path: database.socket }]);
  try {
    await ask(database.address, `create database ${template}`);
    const made = await migrate(named(database.address, template));
    if (!made.ok) throw new Error(made.error.message);
    const results: ControlResult[] = [];
    const waiting = chosen.values();
    const lane = async (): Promise<void> => {
      for (const bug of waiting) {
        const place = { folder, database, port: line.port, seed: options.seed };
        const result = await plantAndCheck(bug, place).catch((error: unknown) => notSeen(bug, error));
        results.push(result);
        say(describe(result));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return results;
  } finally {
    await line.close();
    await database.stop();
    if (options.keep) say(`        everything is in ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** What could not be looked at proves nothing, and keeps nobody from looking at the others. */
function notSeen({ name, about }: PlantedBug, error: unknown): ControlResult {
  return { name, about, broken: [], isGood: false, words: [error instanceof Error ? error.message : String(error)] };
}

export function describe({ name, about, broken, isGood, words }: ControlResult): string {
  const seen = broken.length === 0 ? 'nothing seen' : `${broken.join(', ')} red`;
  const head = `${isGood ? 'caught' : 'MISSED'}  ${name.padEnd(5)}${about}: ${seen}`;
  return isGood ? head : [head, ...words.slice(0, 6).map((one) => `        ${one}`)].join('\n');
}

interface Place {
  readonly folder: string;
  readonly database: DatabaseServer;
  readonly port: number;
  readonly seed: number;
}

async function plantAndCheck(bug: PlantedBug, { folder, database, port, seed }: Place): Promise<ControlResult> {
  const name = `matricula_${bug.name.toLowerCase()}`;
  const own = path.join(folder, bug.name);
  const address = named(database.address, name);
  await ask(database.address, `create database ${name} template ${template}`);
  if (bug.sql) await ask(address, bug.sql);
  const [web = 0, fields = 0, sandbox = 0, mail = 0, staff = 0] = await freePorts(5);
  const [shop, sandboxOrigin] = [`http://127.0.0.1:${web}`, `http://127.0.0.1:${sandbox}`];
  const operatorToken = 'chaos-operator-token-of-this-very-run';
  const logFile = `${own}.log`;
  const product = startService({
    ...{ name: bug.name, file: 'src/server/main.server.ts', logFile, restarts: false },
    env: {
      ...{ APP_ENV: 'test', HOST: '127.0.0.1', PORT: String(web), CARD_FIELDS_PORT: String(fields) },
      CONSOLE_PORT: String(staff),
      ...{ SANDBOX_PORT: String(sandbox), SANDBOX_SMTP_PORT: String(mail), PUBLIC_ORIGIN: shop, DATA_DIR: own },
      DATABASE_URL: `postgresql://matricula:${encodeURIComponent(database.password)}@127.0.0.1:${port}/${name}`,
      OPERATOR_TOKEN: operatorToken,
      TRUSTED_PROXIES: '127.0.0.1',
      ...(bug.name === nothing.name ? {} : { PLANTED_BUG: bug.name }),
    },
  });
  try {
    await until(() => answers(`${shop}/readiness`), readyWithinMs, `The product with the bug of ${bug.name}`);
    const log = `${own}.answers.jsonl`;
    const check: CheckTask = {
      ...{ address, sandboxOrigin, sandboxFolder: own, answers: log, logs: [logFile], databaseFolder: null },
    };
    const checker = startSide<Verdict>('checker.ts', check);
    const task: LoadTask = {
      ...{ shop, sandboxOrigin, answers: log, operatorToken, seed, rate: 0, curiosity: 1 },
      ...{ patienceMs: 12_000, script: bug.script satisfies readonly Kind[] },
    };
    await startSide<object>('load.ts', task).finish();
    for (const seconds of bug.advance ?? []) {
      await advance(sandboxOrigin, seconds);
      await pause(2_000);
    }
    await pause(1_200);
    const { broken: words } = await checker.finish();
    const broken = [...new Set(words.map((one) => one.split(':')[0] ?? ''))];
    const wanted = bug.name === nothing.name ? [] : [bug.name];
    const allowed = new Set([...wanted, ...(bug.also ?? [])]);
    const isGood = wanted.every((one) => broken.includes(one)) && broken.every((one) => allowed.has(one));
    return { name: bug.name, about: bug.about, broken, isGood, words };
  } finally {
    await product.stop();
  }
}

async function advance(sandboxOrigin: string, seconds: number): Promise<void> {
  const answer = await fetch(`${sandboxOrigin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
  if (!answer.ok) throw new Error(`The clock answered ${answer.status}`);
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok === true;
}

function named(address: DatabaseAddress, database: string): DatabaseAddress {
  if ('connectionString' in address) throw new Error('A database of our own has an address in parts');
  return { ...address, database };
}

async function ask(address: DatabaseAddress, text: string): Promise<void> {
  const client = new pg.Client({ ...address });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
