import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { scopedName } from './scoped-name.ts';

const sheetImport = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

/**
 * Writes class names into the views as plain texts: `css['frame']` becomes `"_3ca0"`. The table of all names that a
 * style sheet otherwise brings along then stays out of the scripts; where a name is chosen at run time, it stays in.
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

/** One view's text with its class names written out; imports that nothing uses any more are left out. */
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
