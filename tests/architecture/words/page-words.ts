import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keyPrefixes, writtenKeys } from '#tools/brands/check-used-words.ts';
import { withoutComments } from '#tools/verify/source-text.ts';

/** A page's view and words. */
interface MessagePage {
  readonly id: string;
  /** Its component, below the project. */
  readonly view: string;
  /** Prefixes of the keys that the page gets. */
  readonly given: readonly string[];
}

/** A key that a page's view, or one of its imports, uses although the page does not get it. */
export interface UngivenKey {
  readonly page: string;
  readonly file: string;
  readonly key: string;
}

const imports = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Project files that a view reaches, itself first. Imports of types are left out. */
export function reachOf(root: string, view: string): readonly string[] {
  const found = [view];
  for (const file of found) {
    const source = readFileSync(path.join(root, file), 'utf8').replaceAll(/^(?:im|ex)port type [^;]*;/gm, '');
    for (const [, target = ''] of source.matchAll(imports)) {
      const next = resolved(file, target);
      if (next && /\.tsx?$/.test(next) && !found.includes(next) && existsSync(path.join(root, next))) found.push(next);
    }
  }
  return found;
}

function resolved(from: string, target: string): string | null {
  if (target.startsWith('#src/')) return target.slice(1);
  return target.startsWith('.') ? path.posix.join(path.posix.dirname(from), target) : null;
}

/** Literal keys in a page's views that its manifest does not list: the page would show the key. */
export function ungivenKeys(root: string, { id, view, given }: MessagePage): readonly UngivenKey[] {
  return reachOf(root, view).flatMap((file) => {
    const source = withoutComments(readFileSync(path.join(root, file), 'utf8'));
    const asked = [...writtenKeys(source), ...keyPrefixes(source)];
    return asked
      .filter((key) => !given.some((prefix) => key.startsWith(prefix)))
      .map((key) => ({ page: id, file, key }));
  });
}
