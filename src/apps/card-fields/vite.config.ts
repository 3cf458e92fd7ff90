import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type InlineConfig } from 'vite';

const compress = promisify(brotliCompress);
const entry = path.join(import.meta.dirname, 'browser/main.ts');

/** The oldest browsers that the checkout supports. */
const targets = ['chrome105', 'safari15.4', 'ios15.4', 'firefox115'];

/** Build of the card-fields page: one script and one style sheet. */
export const cardFieldsConfig: InlineConfig = {
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  root: path.resolve(import.meta.dirname, '../../..'),
  publicDir: false,
  build: {
    write: false,
    manifest: true,
    modulePreload: false,
    target: targets,
    cssTarget: targets,
    cssMinify: 'lightningcss',
    rolldownOptions: {
      input: entry,
      output: { entryFileNames: 'assets/card-fields-[hash].js', assetFileNames: 'assets/card-fields-[hash][extname]' },
    },
  },
};

/** Files of the build by path in the folder; scripts also as `<file>.br` (brotli 11). */
export type CardFieldsFiles = ReadonlyMap<string, Uint8Array>;

/** Builds the page's assets with hashed names, compressed. Writes no files. */
export async function bundleCardFields(): Promise<CardFieldsFiles> {
  const built = await build(cardFieldsConfig);
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((output) =>
    'output' in output ? output.output : [],
  );
  const files = new Map<string, Uint8Array>();
  for (const file of outputs) {
    const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
    files.set(file.fileName, bytes);
    if (!file.fileName.endsWith('.js')) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    files.set(`${file.fileName}.br`, await compress(bytes, { params }));
  }
  return files;
}
