import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { compileConsoleWords, readConsoleWords } from './words/compile-console-words.server.ts';
import type { ConsoleLocale } from './words/console-locales.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const entry = 'src/apps/console/browser/main.tsx';

/** Staff's browsers: the oldest with `light-dark()`, subgrid and `:has()`. */
const targets = ['chrome123', 'safari17.5', 'firefox128'];

/** The locales of React Aria's own words that the console speaks. */
const ariaLocales = /\/(?:pt-BR|es-ES|en-US)\.mjs$/;
const ariaWords = /\/node_modules\/(?:react-aria|react-aria-components|react-stately)\/dist\/private\/intl\/.*\.mjs$/;

/** React Aria carries its words in some thirty languages: all but the console's are emptied. */
function consoleLocalesOnly(): Plugin {
  return {
    name: 'console-locales-only',
    enforce: 'pre',
    load: (id) =>
      ariaWords.test(id) && /\/[a-z]{2}-[A-Z]{2}\.mjs$/.test(id) && !ariaLocales.test(id) ? 'export default {};' : null,
  };
}

/**
 * React Aria empties its live region by `innerHTML = ''`, which the console's policy refuses (Trusted Types). Fails when a
 * new version writes it otherwise.
 */
function noMarkupFromText(): Plugin {
  return {
    name: 'no-markup-from-text',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/dist/private/live-announcer/LiveAnnouncer.mjs')) return null;
      const changed = code.replaceAll(/(\.(?:assertive|polite)Log)\.innerHTML = ''/g, '$1.replaceChildren()');
      if (changed.includes('innerHTML') || changed === code) throw new Error(`${id} is written otherwise now`);
      return { code: changed, map: null };
    },
  };
}

const languages: Readonly<Record<string, ConsoleLocale>> = { portuguese: 'pt-BR', spanish: 'es-PE', english: 'en' };

/** `words/<language>.words.ts` becomes the compiled words of its locale, read from every `*.copy.json` of the console. */
function compiledWords(): Plugin {
  return {
    name: 'console-words',
    enforce: 'pre',
    load(id) {
      const language = /\/console\/browser\/words\/(\w+)\.words\.ts$/.exec(id)?.[1];
      const locale = language === undefined ? undefined : languages[language];
      if (!locale) return null;
      const { words, problems } = compileConsoleWords(readConsoleWords(root));
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return `export const words = ${JSON.stringify(words[locale])};`;
    },
  };
}

/** Build of the console: one script to start, a chunk per screen and per locale, style sheets, and the fonts. */
const consoleConfig: InlineConfig = {
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  mode: 'production',
  root,
  base: '/',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [consoleLocalesOnly(), noMarkupFromText(), compiledWords(), react()],
  css: {
    modules: {
      generateScopedName: (name, file) =>
        `${name}-${createHash('sha256').update(path.relative(root, file)).digest('hex').slice(0, 5)}`,
    },
  },
  build: {
    write: false,
    manifest: true,
    modulePreload: { polyfill: false },
    target: targets,
    cssTarget: targets,
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: path.join(root, entry),
      output: {
        entryFileNames: 'assets/console-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
      checks: { pluginTimings: false },
    },
  },
};

/** Files of the build by path in the folder; `.vite/manifest.json` names the entry, its sheets and its imports. */
export type ConsoleFiles = ReadonlyMap<string, string | Uint8Array>;

/** Builds the console's assets with hashed names. Writes no files. */
export async function bundleConsole(): Promise<ConsoleFiles> {
  const built = await build(consoleConfig);
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((output) =>
    'output' in output ? output.output : [],
  );
  return new Map(outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}
