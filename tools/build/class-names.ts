import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { scopedName } from './scoped-name.ts';

const sheetImport = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

/**
 * Inlines class names into the views: `css['frame']` becomes `"_3ca0"`, so that a style sheet's table of names stays out of
 * the scripts. The table stays in where a name is chosen at run time.
 */
export function plainClassNames(root: string): Plugin {
  return {
    name: 'plain-class-names',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.tsx')) return null;
      const written = writeClassNames(code, id, root);
      return written === code ? null : { code: written, map: null };
    },
  };
}

/** One view's text with its class names inlined and unused imports removed. */
export function writeClassNames(code: string, file: string, root: string): string {
  let written = code;
  for (const [statement, name = '', sheet = ''] of code.matchAll(sheetImport)) {
    const full = path.resolve(path.dirname(file), sheet);
    const css = readFileSync(full, 'utf8');
    written = written.replaceAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'), (_use, local: string) =>
      JSON.stringify(scopedName(local, full, css, root)),
    );
    const rest = written.replace(statement, '');
    if (!new RegExp(`\\b${name}[.[]`).test(rest)) written = rest;
  }
  return written;
}
