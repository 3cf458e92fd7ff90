import type { PlanFeatures } from './brand-features.ts';
import type { BuiltScripts, BuiltStyles, PageScripts } from './bundle.ts';
import { assetBase } from './bundle.ts';
import { shrink } from './output.ts';
import type { BuildPage } from './vite-config.ts';

/** Bytes (brotli 11) that a browser fetches for a page, besides its HTML. */
export interface PageBytes {
  readonly script: number;
  /** Bytes that the page's own sheet adds to a theme: both are inline in one document and compressed together. */
  readonly style: number;
  readonly files: Readonly<Record<string, number>>;
}

/** Content of `dist/manifest.json`, which the budgets check. */
export interface BuildManifest {
  /** Without the parts that only some documents of a page show. */
  readonly pages: Readonly<Record<string, PageBytes>>;
  /** By brand and page with parts: the same with the parts of the largest plan. */
  readonly brands: Readonly<Record<string, Readonly<Record<string, PageBytes>>>>;
  /** The script that measures a page, fetched after it has loaded: not part of a page's own bytes. */
  readonly webVitals: number;
}

export interface Built {
  readonly pages: readonly BuildPage[];
  readonly scripts: BuiltScripts;
  readonly styles: BuiltStyles;
  /** The heaviest theme's sheet. */
  readonly theme: string;
  /** By brand, the feature sets of its plans. */
  readonly plans: ReadonlyMap<string, readonly PlanFeatures[]>;
}

export async function measure({ pages, scripts, styles, theme, plans }: Built): Promise<BuildManifest> {
  const themeSize = await size(theme);
  const sizes = new Map(
    await Promise.all(scripts.files.map(async (file) => [assetBase + file.name, await size(file.content)] as const)),
  );
  const measured = new Map<string, Promise<PageBytes>>();
  const weigh = (page: BuildPage, parts: readonly string[]): Promise<PageBytes> => {
    const name = [page.id, ...parts].join(' ');
    const known = measured.get(name) ?? weighNow(page, parts);
    measured.set(name, known);
    return known;
  };
  const weighNow = async ({ id, mayAsk }: BuildPage, parts: readonly string[]): Promise<PageBytes> => {
    const files = filesOf(scripts, id, parts).map((name): [string, number] => [name, sizes.get(name) ?? 0]);
    const own = new Set(styles.names.get(id));
    const others = [...new Set(parts.flatMap((part) => styles.parts.get(part) ?? []))].filter((name) => !own.has(name));
    const css = [styles.pages.get(id), ...others.map((name) => styles.sheets[name]), mayAsk ? styles.consent : ''];
    return {
      script: files.reduce((sum, [, bytes]) => sum + bytes, 0),
      style: (await size(theme + css.join(''))) - themeSize,
      files: Object.fromEntries(files),
    };
  };
  const heaviest = async (
    page: BuildPage,
    kinds: readonly string[],
    needs: readonly PlanFeatures[],
  ): Promise<PageBytes> => {
    const dependenciesOf = ({ rails, extras, hasTickets }: PlanFeatures): string[] => {
      const more = hasTickets && page.id === 'payment' ? [...extras, 'tickets'] : extras;
      const names = kinds.flatMap((kind) => (kind === 'extra' ? more : rails).map((name) => `${kind}/${name}`));
      return names.filter((part) => styles.parts.has(part));
    };
    const weighed = await Promise.all(needs.map((plan) => weigh(page, dependenciesOf(plan))));
    const [first = await weigh(page, []), ...rest] = weighed;
    return rest.reduce((most, one) => (one.script > most.script ? one : most), first);
  };
  const withPartScripts = pages.filter(({ id }) => (styles.kinds.get(id) ?? []).length > 0);
  const ofPages = pages.map(async (page) => [page.id, await weigh(page, [])] as const);
  const ofBrands = [...plans].map(async ([brand, mixes]) => {
    const ofBrand = withPartScripts.map(
      async (page) => [page.id, await heaviest(page, styles.kinds.get(page.id) ?? [], mixes)] as const,
    );
    return [brand, Object.fromEntries(await Promise.all(ofBrand))] as const;
  });
  return {
    pages: Object.fromEntries(await Promise.all(ofPages)),
    brands: Object.fromEntries(await Promise.all(ofBrands)),
    webVitals: sizes.get(scripts.webVitals ?? '') ?? 0,
  };
}

/** Every script that a document of a page loads when it shows these parts. */
export function filesOf(scripts: BuiltScripts, page: string, parts: readonly string[]): string[] {
  const own = scripts.scripts.get(page);
  if (!own) return [];
  const all: PageScripts[] = [own, ...parts.flatMap((part) => scripts.parts.get(part) ?? [])];
  return [...new Set(all.flatMap(({ entry, preloads }) => [entry, ...preloads]))];
}

async function size(content: string | Uint8Array): Promise<number> {
  return (await shrink(typeof content === 'string' ? Buffer.from(content) : content)).length;
}
