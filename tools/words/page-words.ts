import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keyPrefixes, writtenKeys } from '../brands/check-used-words.ts';
import { withoutComments } from '../verify/source-text.ts';

/** A page, as far as its words go. */
interface MessagePage {
  readonly id: string;
  /** Its component, below the project. */
  readonly view: string;
  /** What the keys begin with that the page is given. */
  readonly given: readonly string[];
}

/** A key that a page's view, or something that it imports, asks for although the page is not given it. */
export interface UngivenKey {
  readonly page: string;
  readonly file: string;
  readonly key: string;
}

const imports = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Files of ours that a view reaches, itself first. Types are left out: they say nothing. */
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

/** Keys written out in the views of a page that the page's manifest does not ask the server for: they would show as keys. */
export function ungivenKeys(root: string, { id, view, given }: MessagePage): readonly UngivenKey[] {
  return reachOf(root, view).flatMap((file) => {
    const source = withoutComments(readFileSync(path.join(root, file), 'utf8'));
    const asked = [...writtenKeys(source), ...keyPrefixes(source)];
    return asked
      .filter((key) => !given.some((prefix) => key.startsWith(prefix)))
      .map((key) => ({ page: id, file, key }));
  });
}
