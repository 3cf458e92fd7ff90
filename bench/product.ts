import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StartedProcess, startProcess } from './child-process.ts';
import { freePorts } from './free-ports.ts';
import type { Shop } from './purchase.ts';

export interface RunningProduct extends StartedProcess {
  readonly shop: Shop;
}

/**
 * Starts the product as `npm start` does, with its own database (fsync on), worker and sandbox, on ports that are free;
 * `house` is a copy of the project to start in its place.
 */
export async function startProduct(dataDir: string, house?: string): Promise<RunningProduct> {
  const [port = 0, cardFields = 0, sandbox = 0, mail = 0] = await freePorts(4);
  const checkout = `http://127.0.0.1:${port}`;
  const started = await startProcess({
    file: 'src/main.server.ts',
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
      PUBLIC_ORIGIN: checkout,
      CARD_FIELDS_ORIGIN: `http://127.0.0.1:${cardFields}`,
      LOG_LEVEL: 'warn',
    },
  });
  return { ...started, shop: { checkout, bank: `http://127.0.0.1:${sandbox}` } };
}

/** A folder for data that is gone when the work is done. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  // Started by root, PostgreSQL runs as another user, who must get in.
  chmodSync(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
