import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StartedProcess, startProcess } from './child-process.ts';
import { freePorts } from './free-ports.ts';
import type { Shop } from './purchase.ts';

export interface RunningProduct extends StartedProcess {
  readonly shop: Shop;
  /** The origin of the staff's console. */
  readonly console: string;
}

/** The public origins of the product, and the ports behind them. */
export interface BehindEdge {
  readonly ports: { readonly checkout: number; readonly cardFields: number };
  readonly origins: { readonly checkout: string; readonly cardFields: string };
}

/**
 * Starts the product as `npm start` does, with its own database (fsync on), worker and sandbox, on free ports. `house` is
 * a copy of the project to start instead, `edge` is the proxy in front of it.
 */
export async function startProduct(dataDir: string, house?: string, edge?: BehindEdge): Promise<RunningProduct> {
  const [freePort = 0, freeCardFields = 0, sandbox = 0, mail = 0, staff = 0] = await freePorts(5);
  const { checkout: port, cardFields } = edge?.ports ?? { checkout: freePort, cardFields: freeCardFields };
  const checkout = `http://127.0.0.1:${port}`;
  const consoleOrigin = `http://127.0.0.1:${staff}`;
  const started = await startProcess({
    file: 'src/server/main.server.ts',
    ...(house === undefined ? {} : { house }),
    dataDir,
    readyUrl: `${checkout}/readiness`,
    env: {
      APP_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      CARD_FIELDS_PORT: String(cardFields),
      SANDBOX_PORT: String(sandbox),
      SANDBOX_SMTP_PORT: String(mail),
      CONSOLE_PORT: String(staff),
      CONSOLE_ORIGIN: consoleOrigin,
      PUBLIC_ORIGIN: edge?.origins.checkout ?? checkout,
      CARD_FIELDS_ORIGIN: edge?.origins.cardFields ?? `http://127.0.0.1:${cardFields}`,
      LOG_LEVEL: 'warn',
    },
  });
  return { ...started, console: consoleOrigin, shop: { checkout, bank: `http://127.0.0.1:${sandbox}` } };
}

/** A temporary folder for data, removed at the end. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  // PostgreSQL started by root runs as another user, which needs access.
  chmodSync(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
