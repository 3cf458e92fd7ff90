import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';

/** The whole product in a process of its own, started as `npm start` starts it, and the addresses it says it has. */
export interface Product {
  readonly pid: number;
  readonly checkout: string;
  readonly cardFields: string;
  readonly sandbox: string;
  /** The staff's console. */
  readonly console: string;
  readonly dataDir: string;
  /** Its database on another server than its own, in the owner's role; null: the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /** All that it has printed. */
  readonly logFile: string;
}

const ownRoot = path.resolve(import.meta.dirname, '../../..');
const record = 'product.json';
/** How long the first start on an empty folder may take on a busy machine, in milliseconds. */
const patience = 90_000;

/** What the environment of every product of the tests names as the operator's token. */
export const operatorToken = 'operator-of-the-tests-0000000000000001';
/** And as that of another person of the staff: much money goes back by two. */
export const otherOperatorToken = 'bia-of-the-tests-0000000000000000000001';

/** What a start may differ in: the folder of another version, flags of Node.js, and the product's own environment. */
export interface StartChange {
  readonly root?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts it in a folder of its own, on free loopback ports, and waits until it says that it is ready. */
export async function startProduct(folder: string, asked: StartChange = {}): Promise<Product> {
  const change = { ...asked, env: { ...(await externalDatabase()), ...asked.env } };
  for (let tries = 1; ; tries += 1) {
    const product = launch(folder, await freePorts(5), change);
    const failure = await becomeReady(product);
    if (failure === null) return product;
    await stopProduct(product.pid);
    // Somebody else took a port between asking for a free one and using it.
    if (tries === 3 || !saysPortIsTaken(failure)) throw new Error(`The product did not start: ${failure}`);
  }
}

/** Settings of a product with a new database on the server of `npm run test:postgres`; none where no such run is on. */
async function externalDatabase(): Promise<Readonly<Record<string, string>>> {
  const server = process.env['TEST_DATABASE_SERVER'];
  if (server === undefined) return {};
  const name = `product_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(`create role ${name} login password '${name}'`);
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const owner = Object.assign(new URL(server), { pathname: `/${name}` });
  const app = Object.assign(new URL(owner), { username: name, password: name });
  return { APP_ENV: 'test', DATABASE_URL: app.href, DATABASE_OWNER_URL: owner.href };
}

/** Whether the end of a log is a product's word that a port was taken (`start-refusal.server.ts`). */
export function saysPortIsTaken(log: string): boolean {
  return log.includes('is taken by another program');
}

function launch(
  folder: string,
  [port = 0, cardFields = 0, sandbox = 0, smtp = 0, console = 0]: readonly number[],
  { root = ownRoot, flags = [], env = {} }: StartChange,
): Product {
  mkdirSync(folder, { recursive: true });
  // As root, PostgreSQL runs as another user, who must get through to its data.
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const logFile = path.join(folder, 'product.log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, ['--disable-proto=delete', ...flags, 'src/server/main.server.ts'], {
    cwd: root,
    // It outlives the test file that asked for it first, and gets no signal that the terminal sends to the tests.
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...pick(process.env, ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP']),
      PORT: String(port),
      CARD_FIELDS_PORT: String(cardFields),
      SANDBOX_PORT: String(sandbox),
      SANDBOX_SMTP_PORT: String(smtp),
      CONSOLE_PORT: String(console),
      DATA_DIR: dataDir,
      OPERATOR_TOKEN: operatorToken,
      OPERATOR_TOKENS: `bia:${otherOperatorToken}:*@*`,
      ...env,
    },
  });
  closeSync(log);
  child.unref();
  if (child.pid === undefined) throw new Error('The product could not be started');
  return {
    pid: child.pid,
    checkout: `http://localhost:${port}`,
    cardFields: `http://localhost:${cardFields}`,
    sandbox: `http://127.0.0.1:${sandbox}`,
    console: `http://localhost:${console}`,
    dataDir,
    databaseUrl: env['DATABASE_OWNER_URL'] ?? null,
    logFile,
  };
}

/** Null once it is ready, otherwise the end of its log. */
async function becomeReady({ pid, checkout, logFile }: Product): Promise<string | null> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return tail(logFile);
    const answer = await fetch(`${checkout}/readiness`).catch(() => null);
    if (answer?.ok && readFileSync(logFile, 'utf8').includes('is ready')) return null;
    await pause(100);
  }
  return `nothing within ${patience} ms. ${tail(logFile)}`;
}

/** Ctrl-C, and waits until it has stopped by itself; what is deaf to that is killed and complained of. */
export async function stopProduct(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 25_000; waited += 50) {
    if (!isAlive(pid)) return;
    await pause(50);
  }
  process.kill(pid, 'SIGKILL');
  throw new Error('The product did not stop within 25 s of Ctrl-C');
}

/** The product of a folder: the one that an earlier test file started there, or a new one. */
export async function productIn(folder: string): Promise<Product> {
  const there = readProduct(folder);
  if (there && isAlive(there.pid)) return there;
  const product = await startProduct(folder);
  const file = path.join(folder, record);
  writeFileSync(`${file}.new`, JSON.stringify(product));
  renameSync(`${file}.new`, file);
  return product;
}

/** Ends what a folder has running, and removes the folder. */
export async function removeProduct(folder: string): Promise<void> {
  const product = readProduct(folder);
  try {
    if (product && isProduct(product.pid)) await stopProduct(product.pid);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function readProduct(folder: string): Product | null {
  const file = path.join(folder, record);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Product) : null;
}

/** Whether a number found in a file is still that of a product: numbers are given again. */
function isProduct(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8').includes('src/server/main.server.ts');
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // In a container whose first process buries nobody, a dead child keeps its number.
  const stat =
    process.platform === 'linux' && existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return !/\) [ZX] /.test(stat);
}

function pick(source: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])));
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n') : '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}

/** Ports that are free now, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer();
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  return Promise.all(
    servers.map((server) => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      return new Promise<number>((resolve) => server.close(() => resolve(port)));
    }),
  );
}
