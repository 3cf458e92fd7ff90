import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { scopedName } from './scoped-name.ts';

/** A page as input of the build. */
export interface BuildPage {
  readonly id: string;
  /** Folder from `src/apps/checkout`: `steps/lead`. */
  readonly folder: string;
  readonly hasBehaviour: boolean;
  /** Whether the page may ask for analytics consent, which adds a sheet. */
  readonly mayAsk: boolean;
}

/** Oldest supported browsers: CSS is lowered and JavaScript limited to their features. */
const targets = ['chrome105', 'safari15.4', 'firefox115'];

export const checkoutRoot = 'src/apps/checkout';

/** The version that the pages send with every call. */
function versionOf(root: string): string {
  const manifest: { readonly version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return manifest.version;
}

/** Options common to every bundle of views. */
export function baseConfig(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    define: {
      'process.env.NODE_ENV': '"production"',
      APP_VERSION: JSON.stringify(versionOf(root)),
      // React needs neither: navigation always loads a whole page, and developer tools get no page contents.
      navigation: 'undefined',
      __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    },
    plugins: [react(), pageEntries(root)],
    css: {
      modules: { generateScopedName: (name: string, file: string, css: string) => scopedName(name, file, css, root) },
    },
    build: {
      target: targets,
      cssTarget: targets,
      cssMinify: 'lightningcss',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
    },
  };
}

const prefix = 'virtual:page/';

export function entryName(page: BuildPage): string {
  return `${prefix}${page.folder}`;
}

/** The generated entry of each page: it hydrates the page's component, or, for pages without a script, only imports it. */
function pageEntries(root: string): Plugin {
  return {
    name: 'page-entries',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const folder = id.slice(prefix.length + 1);
      const name = path.posix.basename(folder);
      const component = `${pascal(name)}Page`;
      const base = path.join(root, checkoutRoot);
      return [
        `import { hydrate } from ${JSON.stringify(path.join(base, 'site/hydrate.tsx'))};`,
        `import { ${component} } from ${JSON.stringify(path.join(base, folder, `${name}-page.tsx`))};`,
        `hydrate(${component});`,
      ].join('\n');
    },
  };
}

function pascal(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
