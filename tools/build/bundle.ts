import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { plainClassNames } from './class-names.ts';
import { baseConfig, type BuildPage, checkoutRoot, entryName } from './vite-config.ts';

/** Scripts of one page: the entry and everything that it imports at once, as addresses. */
export interface PageScripts {
  readonly entry: string;
  readonly preloads: readonly string[];
}

/** A file of the client build, ready to be written. */
export interface BuiltFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

export const assetBase = '/assets/';

/** The browser's files, what each page loads of them, and what measures a page after it has loaded. */
export interface BuiltScripts {
  readonly files: readonly BuiltFile[];
  readonly scripts: ReadonlyMap<string, PageScripts>;
  /** Address of the file; null when no page has behaviour. */
  readonly measures: string | null;
}

/** The entry that measures pages: no page loads it at first. */
const measuresPart = 'start-measures';

/** Views that are around every page, and one that is only around some. */
const shellParts = ['shell', 'summary-slot'];
const rareParts = { staging: 'shell/staging-badge', consent: 'consent/consent-notice' } as const;

/** What so great a part of the pages uses is in one file for all; anything rarer would be fetched by pages that never need it. */
const sharedBy = 0.35;

/**
 * Browser bundle: one entry per page with behaviour, React, one file for what many pages share, and small ones for what
 * a few share: the next page finds the large ones in the cache. Many small files cost a slow phone more in turns than
 * in bytes.
 */
export async function bundleScripts(root: string, pages: readonly BuildPage[]): Promise<BuiltScripts> {
  const chosen = pages.filter((page) => page.hasBehaviour);
  if (chosen.length === 0) return { files: [], scripts: new Map(), measures: null };
  const output = await run(
    root,
    {
      input: {
        ...Object.fromEntries(chosen.map((page) => [page.id, entryName(page)])),
        [measuresPart]: path.join(root, checkoutRoot, `measures/${measuresPart}.ts`),
      },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'shared', minShareCount: Math.max(2, Math.ceil(chosen.length * sharedBy)), priority: 1 },
          ],
        },
      },
    },
    { plugins: [plainClassNames(root)] },
  );
  const chunks = output.filter((item) => item.type === 'chunk');
  const scripts = new Map(
    chosen.map((page): [string, PageScripts] => {
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId === `\0${entryName(page)}`);
      if (!entry) throw new Error(`The build made no entry for ${page.id}`);
      const preloads = reach(entry, chunks).filter((chunk) => chunk !== entry);
      return [
        page.id,
        { entry: assetBase + entry.fileName, preloads: preloads.map((chunk) => assetBase + chunk.fileName) },
      ];
    }),
  );
  const measures = chunks.find((chunk) => chunk.isEntry && chunk.name === measuresPart);
  if (!measures) throw new Error(`The build made no ${measuresPart}`);
  return {
    files: chunks.map((chunk) => ({ name: chunk.fileName, content: chunk.code })),
    scripts,
    measures: assetBase + measures.fileName,
  };
}

/** Style sheets, minified. */
export interface BuiltStyles {
  /** By page. */
  readonly pages: ReadonlyMap<string, string>;
  /** What the staging badge needs beyond any page's. */
  readonly staging: string;
  /** And the question about being counted. */
  readonly consent: string;
}

/** Style sheet of each page: everything that its view reaches, in the order of import, minified. The scripts are thrown away. */
export async function bundleStyles(root: string, pages: readonly BuildPage[]): Promise<BuiltStyles> {
  const output = await run(root, {
    input: {
      ...Object.fromEntries(
        [...shellParts.map((part) => `shell/${part}`), ...Object.values(rareParts)].map((part) => [
          path.basename(part),
          path.join(root, checkoutRoot, `${part}.tsx`),
        ]),
      ),
      ...Object.fromEntries(pages.map((page) => [page.id, entryName(page)])),
    },
    preserveEntrySignatures: 'strict',
    treeshake: false,
    output: {
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      assetFileNames: '[name]-[hash][extname]',
    },
  });
  const chunks = output.filter((item) => item.type === 'chunk');
  const sheets = new Map(
    output.flatMap((item) =>
      item.type === 'asset' && item.fileName.endsWith('.css') ? [[item.fileName, String(item.source)] as const] : [],
    ),
  );
  const cssOf = (entry: Rolldown.OutputChunk): string[] => {
    // Deepest first: what a file imports is painted before the file itself.
    const names = reach(entry, chunks)
      .toReversed()
      .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
    return [...new Set(names)];
  };
  const entries = new Map(chunks.flatMap((chunk) => (chunk.isEntry ? [[chunk.name, chunk] as const] : [])));
  const sheetsOf = (name: string): string[] => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`The build made no styles for ${name}`);
    return cssOf(entry);
  };
  const join = (names: Iterable<string>): string => [...names].map((name) => (sheets.get(name) ?? '').trim()).join('');
  const shell = new Set(shellParts.flatMap(sheetsOf));
  const rare = (part: string): string => join(sheetsOf(path.basename(part)).filter((name) => !shell.has(name)));
  return {
    pages: new Map(pages.map(({ id }) => [id, join(new Set([...shell, ...sheetsOf(id)]))])),
    staging: rare(rareParts.staging),
    consent: rare(rareParts.consent),
  };
}

/** Server bundle of the views, with React inside: Node needs no `.tsx` and no second copy of anything. */
export async function bundleViews(root: string): Promise<string> {
  const output = await run(
    root,
    {
      input: path.join(root, checkoutRoot, 'views.tsx'),
      output: { format: 'esm', entryFileNames: 'views.js', codeSplitting: false },
    },
    { isServer: true },
  );
  const [chunk] = output.filter((item) => item.type === 'chunk');
  if (!chunk) throw new Error('The build made no views');
  return chunk.code;
}

async function run(
  root: string,
  rolldownOptions: Rolldown.RolldownOptions,
  { isServer = false, plugins = [] }: { readonly isServer?: boolean; readonly plugins?: readonly Plugin[] } = {},
): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const config = baseConfig(root);
  const result = await build({
    ...config,
    ...(isServer ? { ssr: { noExternal: true, target: 'node' } } : {}),
    plugins: [...(config.plugins ?? []), ...plugins],
    base: assetBase,
    build: {
      ...config.build,
      write: false,
      ssr: isServer,
      minify: !isServer,
      rolldownOptions: { ...rolldownOptions, checks: { pluginTimings: false } },
    },
  });
  const first = Array.isArray(result) ? result[0] : result;
  if (!first || !('output' in first)) throw new Error('The build gave no output');
  return first.output;
}

/** A chunk and all that it imports at once, nearest first. */
function reach(entry: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found: Rolldown.OutputChunk[] = [];
  const walk = (chunk: Rolldown.OutputChunk): void => {
    if (found.includes(chunk)) return;
    found.push(chunk);
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (next) walk(next);
    }
  };
  walk(entry);
  return found;
}
