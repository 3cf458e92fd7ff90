import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A script that a page may load: the build lists each in `scripts.json`. */
export interface ScriptRecord {
  /** Address on its origin; a name for an inline script. */
  readonly path: string;
  /** In the format of an `integrity` attribute: SHA-384, base64. */
  readonly integrity: string;
  readonly kind: 'page' | 'part' | 'web-vitals' | 'library' | 'shared' | 'inline' | 'card-fields';
  readonly why: string;
  /** Ids of the pages and parts that load it. */
  readonly loadedBy: readonly string[];
}

const listName = 'scripts.json';

/** The list of the build in `dist`; throws where there is none. */
export function readScripts(dist: string): readonly ScriptRecord[] {
  return JSON.parse(readFileSync(path.join(dist, listName), 'utf8')) as readonly ScriptRecord[];
}

/** Decoders of precompressed files, by file extension. */
const packed: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { '.br': brotliDecompressSync, '.gz': gunzipSync };

function scriptsIn(dist: string): readonly string[] {
  return ['assets', 'card-fields/assets'].flatMap((folder) =>
    existsSync(path.join(dist, folder))
      ? readdirSync(path.join(dist, folder))
          .filter((name) => /\.js(?:\.br|\.gz)?$/.test(name))
          .map((name) => `${folder}/${name}`)
      : [],
  );
}

/** The decoded bytes of a file; null where they cannot be decoded. */
function unpacked(file: string): Buffer | null {
  try {
    return (packed[path.extname(file)] ?? ((bytes) => bytes))(readFileSync(file));
  } catch {
    return null;
  }
}

/** The differences between the served scripts, compressed ones too, and the built ones: changed, added or missing. */
export function findChangedScripts(dist: string): readonly string[] {
  if (!existsSync(path.join(dist, listName))) return [`${listName} is missing`];
  const known = new Map(
    readScripts(dist)
      .filter(({ kind }) => kind !== 'inline')
      .map(({ path: at, kind, integrity }) => [kind === 'card-fields' ? `card-fields${at}` : at.slice(1), integrity]),
  );
  const there = scriptsIn(dist);
  const changed = there.flatMap((name) => {
    const wanted = known.get(name.replace(/\.(?:br|gz)$/, ''));
    if (wanted === undefined) return [`${name} is in no list`];
    const bytes = unpacked(path.join(dist, name));
    const hash = bytes && createHash('sha384').update(bytes).digest('base64');
    return wanted === `sha384-${hash}` ? [] : [`${name} was changed`];
  });
  return [...changed, ...[...known.keys()].filter((name) => !there.includes(name)).map((name) => `${name} is missing`)];
}
