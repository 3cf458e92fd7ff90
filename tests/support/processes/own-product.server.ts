import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Product, removeProduct, type StartChange, startProduct, stopProduct } from './product.server.ts';

/** A product that nobody else asks, and what ends it with all that it wrote; ending it twice is ending it once. */
export interface OwnProduct {
  readonly product: Product;
  close(): Promise<void>;
}

/**
 * Starts a product in a new folder of the temporary ones, whose name begins with `matricula-` and the prefix. Whoever ends
 * this process by Ctrl-C or SIGTERM ends the product too: it runs detached and would stay.
 */
export async function startOwnProduct(prefix: string, change: StartChange = {}): Promise<OwnProduct> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `matricula-${prefix}-`));
  const product = await startProduct(folder, change);
  let closing: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    for (const signal of signals) process.off(signal, onSignal);
    await stopProduct(product.pid);
    await removeProduct(folder);
  };
  const close = (): Promise<void> => (closing ??= end());
  const onSignal = (signal: NodeJS.Signals): void => void close().finally(() => process.kill(process.pid, signal));
  for (const signal of signals) process.once(signal, onSignal);
  return { product, close };
}

const signals = ['SIGINT', 'SIGTERM'] as const;
