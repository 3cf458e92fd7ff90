import type { BuiltScripts } from './bundle.ts';
import { assetBase } from './bundle.ts';
import { shrink } from './output.ts';
import type { BuildPage } from './vite-config.ts';

/** Bytes (brotli 11) that a page makes a browser fetch, besides its HTML. */
export interface PageBytes {
  readonly script: number;
  /** What the page's own sheet adds to a theme: both stand inline in one document and are compressed together. */
  readonly style: number;
  readonly files: Readonly<Record<string, number>>;
}

/** What `dist/manifest.json` holds: the budgets are checked against it. */
export interface BuildManifest {
  readonly pages: Readonly<Record<string, PageBytes>>;
  /** What measures a page, fetched after it has loaded: no part of any page's own bytes. */
  readonly measures: number;
}

export async function measure(
  pages: readonly BuildPage[],
  scripts: BuiltScripts,
  styles: ReadonlyMap<string, string>,
  theme: string,
  question: string,
): Promise<BuildManifest> {
  const themeSize = await size(theme);
  const sizes = new Map(
    await Promise.all(scripts.files.map(async (file) => [assetBase + file.name, await size(file.content)] as const)),
  );
  const measured = await Promise.all(
    pages.map(async ({ id, mayAsk }): Promise<[string, PageBytes]> => {
      const script = scripts.scripts.get(id);
      const files = script
        ? [script.entry, ...script.preloads].map((name): [string, number] => [name, sizes.get(name) ?? 0])
        : [];
      const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
      return [
        id,
        {
          script: total,
          style: (await size(theme + (styles.get(id) ?? '') + (mayAsk ? question : ''))) - themeSize,
          files: Object.fromEntries(files),
        },
      ];
    }),
  );
  return { pages: Object.fromEntries(measured), measures: sizes.get(scripts.measures ?? '') ?? 0 };
}

async function size(content: string | Uint8Array): Promise<number> {
  return (await shrink(typeof content === 'string' ? Buffer.from(content) : content)).length;
}
