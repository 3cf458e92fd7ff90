import { createHash } from 'node:crypto';
import { fontChooser } from '#src/apps/checkout/site/assets/font-loading.server.ts';
import type { ScriptRecord } from '#src/apps/checkout/site/assets/script-inventory.server.ts';
import { assetBase, type BuiltScripts } from './bundle.ts';

const whys: Readonly<Record<ScriptRecord['kind'], string>> = {
  page: 'what one page does in the browser',
  part: 'the view of one way to pay, or of one part of a page, loaded where it is shown',
  'web-vitals': 'measures a page after it has loaded; reads no field',
  library: 'React, which brings the pages to life',
  shared: 'what several pages or parts have in common',
  inline: 'chooses, where a browser does not have them yet, how its fonts come; reads no field',
  'card-fields': 'takes and seals card numbers on their own origin; shares nothing with the pages',
};

function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/**
 * Every script of the build with its hash, its purpose, and the pages or parts that load it (PCI DSS 4.0.1, 6.4.3). A
 * script that is never loaded is a mistake of the build.
 */
export function scriptInventory(
  scripts: BuiltScripts,
  cardFields: ReadonlyMap<string, string | Uint8Array>,
): ScriptRecord[] {
  const owners = [...scripts.scripts, ...scripts.parts];
  const own = scripts.files.map(({ name, content }): ScriptRecord => {
    const path = assetBase + name;
    const loadedBy = owners
      .filter(([, { entry, preloads }]) => entry === path || preloads.includes(path))
      .map(([id]) => id);
    if (loadedBy.length === 0 && path !== scripts.webVitals) throw new Error(`No page loads ${path}`);
    const kind =
      path === scripts.webVitals
        ? 'web-vitals'
        : [...scripts.scripts.values()].some(({ entry }) => entry === path)
          ? 'page'
          : [...scripts.parts.values()].some(({ entry }) => entry === path)
            ? 'part'
            : name.startsWith('react-')
              ? 'library'
              : 'shared';
    return { path, integrity: integrityOf(content), kind, why: whys[kind], loadedBy: loadedBy.toSorted() };
  });
  const fields = [...cardFields]
    .filter(([name]) => name.endsWith('.js'))
    .map(([name, content]): ScriptRecord => ({
      path: `/${name}`,
      integrity: integrityOf(content),
      ...{ kind: 'card-fields', why: whys['card-fields'], loadedBy: ['card-fields'] },
    }));
  const inline: ScriptRecord = {
    ...{ path: 'in the page: fonts', integrity: integrityOf(fontChooser), kind: 'inline', why: whys.inline },
    loadedBy: ['pages of a browser that has not their fonts'],
  };
  return [...own, inline, ...fields].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
