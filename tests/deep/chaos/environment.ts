import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../../../bench/support/free-ports.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { apps, workers } from './faults/schedule.ts';
import { type Service, startService } from './product-process.ts';
import { openTcpProxy, type TcpProxy } from './faults/tcp-proxy.ts';
import { pause } from './faults/pause.ts';

/** All the processes of a run, and the lines between them. */
export interface ChaosEnvironment {
  readonly folder: string;
  /** Where buyers come: a line to whichever app answers. */
  readonly shop: string;
  /** The sandbox's own address, past the line that is cut. */
  readonly sandboxOrigin: string;
  readonly database: DatabaseServer;
  /** Apps first, then workers. */
  readonly product: readonly Service[];
  readonly lines: Readonly<Record<'database' | 'gateways' | 'front', TcpProxy>>;
  readonly operatorToken: string;
  /** What the product and the sandbox have printed. */
  readonly logs: readonly string[];
  /** Until every process of the product answers that it is ready, or the time is over. */
  ready(withinMs: number): Promise<boolean>;
  /** How far everybody's time stands before the machine's. */
  futureMs(): number;
  /** Moves everybody's time, for good. */
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** As `reliability.md` 3.4 has it, in MB of the heap's old part. */
const littleMemoryMb = 128;
const operatorToken = 'chaos-operator-token-of-this-very-run';

export interface EnvironmentOptions {
  /** A bug of `planted-bugs.ts` in every process of the product. */
  readonly bug?: string;
  readonly keep?: boolean;
}

/** Starts two apps and two workers on one PostgreSQL, with the sandbox in a process of its own. */
export async function openEnvironment({ bug, keep = false }: EnvironmentOptions = {}): Promise<ChaosEnvironment> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-chaos-'));
  // As root, PostgreSQL runs as somebody else, who must get through to its data.
  chmodSync(folder, 0o711);
  const logs = path.join(folder, 'logs');
  mkdirSync(logs);
  const database = await startDatabaseServer(path.join(folder, 'data'));
  const ports = await freePorts(2 + 2 * apps + workers);
  const [sandboxPort = 0, mailPort = 0, ...rest] = ports;
  const appPorts = rest.slice(0, apps);
  const fieldPorts = rest.slice(apps, 2 * apps);
  const workerPorts = rest.slice(2 * apps);
  const lines = {
    database: await openTcpProxy(() => [{ path: database.socket }]),
    gateways: await openTcpProxy(() => [{ port: sandboxPort, host: '127.0.0.1' }]),
    front: await openTcpProxy(() => appPorts.map((port) => ({ port, host: '127.0.0.1' }))),
  };
  const shop = `http://127.0.0.1:${lines.front.port}`;
  const world = {
    ...{ APP_ENV: 'test', HOST: '127.0.0.1', SANDBOX_ORIGIN: `http://127.0.0.1:${lines.gateways.port}` },
    ...{
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(mailPort),
      PUBLIC_ORIGIN: shop,
      LOG_LEVEL: 'info',
    },
  };
  const env = {
    ...world,
    DATABASE_URL: `postgresql://matricula:${encodeURIComponent(database.password)}@127.0.0.1:${lines.database.port}/matricula`,
    OPERATOR_TOKEN: operatorToken,
    // The line in front is a proxy of ours: it may say whose request it passes on.
    TRUSTED_PROXIES: '127.0.0.1',
    ...(bug === undefined ? {} : { PLANTED_BUG: bug }),
  };
  const logOf = (name: string): string => path.join(logs, `${name}.log`);
  const sandboxProcess = startService({
    name: 'sandbox',
    file: 'src/server/sandbox-process.server.ts',
    env: { ...world, DATA_DIR: path.join(folder, 'sandbox') },
    logFile: logOf('sandbox'),
  });
  await until(() => answers(`http://127.0.0.1:${sandboxPort}/sandbox/clock.json`), 30_000, 'The sandbox');
  const start = (name: string, role: string, port: number, fields: number): Service =>
    startService({
      name,
      file: 'src/server/main.server.ts',
      env: {
        ...env,
        ...{ ROLE: role, PORT: String(port), CARD_FIELDS_PORT: String(fields) },
        // The second of each kind has little memory.
        ...(name.endsWith('2') ? { NODE_OPTIONS: `--max-old-space-size=${littleMemoryMb}` } : {}),
      },
      logFile: logOf(name),
    });
  const product = [
    ...appPorts.map((port, index) => start(`app-${index + 1}`, 'app', port, fieldPorts[index] ?? 0)),
    // A worker has no card page; its number is only asked to differ.
    ...workerPorts.map((port, index) => start(`worker-${index + 1}`, 'worker', port, 1)),
  ];
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`;
  let futureMs = 0;

  return {
    ...{ folder, shop, sandboxOrigin, database, product, lines, operatorToken },
    logs: [...product.map(({ name }) => name), 'sandbox'].map(logOf),
    async ready(withinMs) {
      const all = [...appPorts, ...workerPorts].map((port) => `http://127.0.0.1:${port}/readiness`);
      const deadline = performance.now() + withinMs;
      while (performance.now() < deadline) {
        if ((await Promise.all(all.map((url) => answers(url)))).every(Boolean)) return true;
        await pause(250);
      }
      return false;
    },
    futureMs: () => futureMs,
    async advance(seconds) {
      futureMs += seconds * 1000;
      for (const one of product) one.order({ kind: 'clock', byMs: futureMs, futureMs });
      const answer = await fetch(`${sandboxOrigin}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: seconds }),
      });
      if (!answer.ok) throw new Error(`The sandbox's clock answered ${answer.status}`);
    },
    async stop() {
      await Promise.all(product.map((one) => one.stop()));
      await sandboxProcess.stop();
      await Promise.all(Object.values(lines).map((line) => line.close()));
      await database.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

export async function until(isSo: () => Promise<boolean>, withinMs: number, what: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not get ready within ${withinMs} ms`);
    await pause(100);
  }
}
