import { lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive, removeProduct } from './product.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the run's product lives, once a journey has asked for it. */
    productFolder: string;
  }
}

const PREFIX = 'matricula-journeys-';

/**
 * Gives a run of tests a folder for its product, which the first journey starts; afterwards stops it and tidies up.
 * Whoever writes journeys names a folder in `JOURNEYS_FOLDER`: its product then goes on from run to run.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const lasting = process.env['JOURNEYS_FOLDER'];
  if (lasting !== undefined && lasting !== '') {
    project.provide('productFolder', path.resolve(lasting));
    return undefined;
  }
  await sweepDeadRuns();
  const folder = mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  project.provide('productFolder', folder);
  return () => removeProduct(folder);
}

/** A run that was killed could not stop its product: the next one does. */
async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    const folder = path.join(os.tmpdir(), name);
    const isOurs = lstatSync(folder, { throwIfNoEntry: false })?.uid === (process.getuid?.() ?? 0);
    if (pid !== undefined && isOurs && !isAlive(Number(pid))) await removeProduct(folder).catch(() => undefined);
  }
}
