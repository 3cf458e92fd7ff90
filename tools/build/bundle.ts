import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { plainClassNames } from './class-names.ts';
import { type BuildPart, partEntry, partsApart } from './page-parts.ts';
import { baseConfig, type BuildPage, checkoutRoot, entryName } from './vite-config.ts';

/** Scripts of one page: the entry and all its static imports, as addresses. */
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

/** The browser's files, the scripts of each page, and the script that measures pages. */
export interface BuiltScripts {
  readonly files: readonly BuiltFile[];
  readonly scripts: ReadonlyMap<string, PageScripts>;
  /** By part, its scripts in addition to the page's. */
  readonly parts: ReadonlyMap<string, PageScripts>;
  /** Address of the file; null when no page has a script. */
  readonly webVitals: string | null;
}

/** The entry that measures pages: loaded after the page. */
const webVitalsPart = 'start-web-vitals';

/** Views around every page, and one that is around some pages only. */
const shellParts = ['shell', 'summary-slot'];
const rareParts = { staging: 'site/shell/staging-badge', consent: 'site/consent/consent-banner' } as const;

/**
 * Browser bundle: one entry per page with a script, React, one file for modules that many pages share, and small ones for
 * modules that a few share: the next page finds the large ones in the cache. Many small files cost a slow phone more in
 * round trips than they save in bytes.
 */
export async function bundleScripts(
  root: string,
  pages: readonly BuildPage[],
  parts: readonly BuildPart[],
): Promise<BuiltScripts> {
  const chosen = pages.filter((page) => page.hasBehaviour);
  if (chosen.length === 0) return { files: [], scripts: new Map(), parts: new Map(), webVitals: null };
  const output = await run(
    root,
    {
      input: {
        ...Object.fromEntries(chosen.map((page) => [page.id, entryName(page)])),
        ...partInputs(parts),
        [webVitalsPart]: path.join(root, checkoutRoot, `site/web-vitals/${webVitalsPart}.ts`),
      },
      // No entry exports anything, so a file of shared modules need not repeat the imports of its modules.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: { groups: chunkGroups(chosen, parts), includeDependenciesRecursively: false },
      },
    },
    { plugins: [partsApart(parts), plainClassNames(root)] },
  );
  const chunks = output.filter((item) => item.type === 'chunk');
  const reachOf = (name: string): Rolldown.OutputChunk[] => {
    const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId === `\0${name}`);
    if (!entry) throw new Error(`The build made no entry for ${name}`);
    return reach(entry, chunks);
  };
  const pageScripts = (name: string): PageScripts => {
    const [entry, ...others] = reachOf(name);
    // Largest first, because it arrives last.
    const preloads = others
      .toSorted((a, b) => b.code.length - a.code.length)
      .map(({ fileName }) => assetBase + fileName);
    return { entry: assetBase + (entry?.fileName ?? ''), preloads };
  };
  const webVitals = chunks.find((chunk) => chunk.isEntry && chunk.name === webVitalsPart);
  if (!webVitals) throw new Error(`The build made no ${webVitalsPart}`);
  return {
    files: chunks.map((chunk) => ({ name: chunk.fileName, content: chunk.code })),
    scripts: new Map(chosen.map((page) => [page.id, pageScripts(entryName(page))])),
    parts: new Map(parts.map((part) => [part.id, pageScripts(partEntry(part))])),
    webVitals: assetBase + webVitals.fileName,
  };
}

/** Entries of the parts, by names that are valid file names. */
function partInputs(parts: readonly BuildPart[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [partName(part), partEntry(part)]));
}

const partName = ({ kind, key }: BuildPart): string => `part-${kind}-${key}`;

/** Style sheets, minified. */
export interface BuiltStyles {
  /** By page. */
  readonly pages: ReadonlyMap<string, string>;
  /** By page, the kinds of parts that it may show. */
  readonly kinds: ReadonlyMap<string, readonly string[]>;
  /** By page, the names of the sheets in its own. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** By part, the names of its sheets; a document adds those that its page does not include. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** The sheets of parts by name. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Sheet of the staging badge. */
  readonly staging: string;
  /** Sheet of the analytics consent question. */
  readonly consent: string;
}

/** Style sheet of each page: the sheets of its view's imports, in their order, minified. The scripts are discarded. */
export async function bundleStyles(
  root: string,
  pages: readonly BuildPage[],
  parts: readonly BuildPart[],
): Promise<BuiltStyles> {
  const rolldownOptions: Rolldown.RolldownOptions = {
    input: {
      ...partInputs(parts),
      ...Object.fromEntries(
        [...shellParts.map((part) => `site/shell/${part}`), ...Object.values(rareParts)].map((part) => [
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
  };
  const output = await run(root, rolldownOptions, { plugins: [partsApart(parts)] });
  const chunks = output.filter((item) => item.type === 'chunk');
  const sheets = new Map(
    output.flatMap((item) =>
      item.type === 'asset' && item.fileName.endsWith('.css') ? [[item.fileName, String(item.source)] as const] : [],
    ),
  );
  const cssOf = (entry: Rolldown.OutputChunk): string[] => {
    // Depth first: a file's imports come before the file itself.
    const names = reach(entry, chunks)
      .toReversed()
      .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
    return [...new Set(names)];
  };
  const entries = new Map(chunks.flatMap((chunk) => (chunk.isEntry ? [[chunk.name, chunk] as const] : [])));
  const entryOf = (name: string): Rolldown.OutputChunk => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`The build made no styles for ${name}`);
    return entry;
  };
  const sheetsOf = (name: string): string[] => cssOf(entryOf(name));
  const kindsOf = ({ id }: BuildPage): string[] => {
    const modules = new Set(reach(entryOf(id), chunks).flatMap(({ moduleIds }) => moduleIds));
    return [...new Set(parts.flatMap(({ kind, registry }) => (modules.has(registry) ? [kind] : [])))];
  };
  const join = (names: Iterable<string>): string => [...names].map((name) => (sheets.get(name) ?? '').trim()).join('');
  const shell = new Set(shellParts.flatMap(sheetsOf));
  const rare = (part: string): string => join(sheetsOf(path.basename(part)).filter((name) => !shell.has(name)));
  const names = new Map(pages.map(({ id }) => [id, [...new Set([...shell, ...sheetsOf(id)])]] as const));
  const ofParts = new Map(parts.map((part) => [part.id, sheetsOf(partName(part))] as const));
  return {
    pages: new Map([...names].map(([id, list]) => [id, join(list)])),
    kinds: new Map(pages.map((page) => [page.id, kindsOf(page)])),
    names,
    parts: ofParts,
    sheets: Object.fromEntries([...new Set([...ofParts.values()].flat())].map((name) => [name, join([name])])),
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

/** A chunk and all its static imports, nearest first. */
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
