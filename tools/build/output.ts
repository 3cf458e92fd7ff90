import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compressible = /\.(js|css|svg|json|html|txt|vtt)$/;

/** Files of a build, collected and then put in place by one rename, so that half a build is never read. */
export class Output {
  readonly #files = new Map<string, Uint8Array>();

  /** Adds a file by its path in `dist`. Two different files of one name are a bug of the build. */
  add(name: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const there = this.#files.get(name);
    if (there && Buffer.compare(there, bytes) !== 0) throw new Error(`The build makes two files called ${name}`);
    this.#files.set(name, bytes);
  }

  /** Adds a file under a name with its hash, cacheable for ever, and returns its address. */
  addAsset(base: string, extension: string, content: string | Uint8Array): string {
    const hash = createHash('sha256').update(content).digest('base64url').replace(/[-_]/g, '').slice(0, 10);
    const name = `${base}-${hash}${extension}`;
    this.add(`assets/${name}`, content);
    return `/assets/${name}`;
  }

  /** Writes everything to `dist`, assets also compressed at the highest level. */
  async write(dist: string): Promise<void> {
    const next = `${dist}.next`;
    rmSync(next, { recursive: true, force: true });
    await Promise.all([...this.#files].map(([name, bytes]) => writeOne(next, name, bytes, dist)));
    rmSync(dist, { recursive: true, force: true });
    renameSync(next, dist);
  }
}

async function writeOne(folder: string, name: string, bytes: Uint8Array, before: string): Promise<void> {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (!/^(?:assets|fonts|console\/assets)\//.test(name) || !compressible.test(name)) return;
  if (keptFrom(path.join(before, name), file, bytes)) return;
  const [small, zipped] = await Promise.all([shrink(bytes), zip(bytes, { level: 9 })]);
  writeFileSync(`${file}.br`, small);
  writeFileSync(`${file}.gz`, zipped);
}

/** Reuses the previous build's compressed files of the same bytes: compression is most of a build's time. */
function keptFrom(old: string, file: string, bytes: Uint8Array): boolean {
  const isThere = ['', '.br', '.gz'].every((ending) => existsSync(old + ending));
  if (!isThere || Buffer.compare(readFileSync(old), bytes) !== 0) return false;
  for (const ending of ['.br', '.gz']) copyFileSync(old + ending, file + ending);
  return true;
}

/** Brotli at the highest level: compressed once per build. */
export function shrink(bytes: Uint8Array): Promise<Uint8Array> {
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
