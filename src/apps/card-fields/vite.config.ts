import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type InlineConfig } from 'vite';

const compress = promisify(brotliCompress);
const entry = path.join(import.meta.dirname, 'browser/main.ts');

/** The build of the card-fields page's one script and one style sheet into `outDir`. */
export function cardFieldsConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    root: path.resolve(import.meta.dirname, '../../..'),
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      modulePreload: false,
      target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'assets/[name]-[hash].js', assetFileNames: 'assets/[name]-[hash][extname]' },
      },
    },
  };
}

/** Builds the page's assets with hashed names and compresses them ahead (brotli 11, `<file>.br` beside each). */
export async function buildCardFields(outDir: string): Promise<void> {
  const built = await build(cardFieldsConfig(outDir));
  const outputs = Array.isArray(built) ? built : [built];
  const files = outputs.flatMap((output) => ('output' in output ? output.output.map((item) => item.fileName) : []));
  await Promise.all(
    files.filter((file) => file.endsWith('.js')).map(async (file) => {
      const full = path.join(outDir, file);
      const bytes = await readFile(full);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(`${full}.br`, await compress(bytes, { params }));
    }),
  );
}
