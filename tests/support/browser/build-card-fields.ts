import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleCardFields } from '#src/apps/card-fields/vite.config.ts';

/** Builds the page's assets into `outDir` and replaces its content. */
export async function buildCardFields(outDir: string): Promise<void> {
  const files = await bundleCardFields();
  await rm(outDir, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(outDir, name)), { recursive: true });
    await writeFile(path.join(outDir, name), bytes);
  }
}
