import { gunzipSync, inflateSync } from 'node:zlib';
import type { ScanSource } from './find-canaries.ts';
import { textOfPdf } from './pdf-text.ts';

/** Wrappings within wrappings: a paper, in a letter, in a message's body that is compressed. */
const deepest = 4;

/** What a body holds that cannot be read as it stands: compressed parts, encoded ones, papers. Itself is not in it. */
export function decodeNested({ place, bytes }: ScanSource, depth = 0): ScanSource[] {
  if (depth === deepest) return [];
  const inner = [...gunzipped(bytes), ...pdfsIn(bytes), ...decoded(bytes)];
  return inner.flatMap((one) => {
    const within = { place, bytes: one };
    return [within, ...decodeNested(within, depth + 1)];
  });
}

const gzipBegins = Buffer.from([0x1f, 0x8b, 0x08]);

function* gunzipped(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf(gzipBegins); at !== -1; at = bytes.indexOf(gzipBegins, at + 1)) {
    const plain = attempt(() => gunzipSync(bytes.subarray(at)));
    if (plain) yield plain;
  }
}

/** The streams of PDF files, and the words that their fonts make of them. */
function* pdfsIn(bytes: Buffer): Generator<Buffer> {
  if (!bytes.includes('%PDF-')) return;
  const streams: Buffer[] = [];
  const text = bytes.toString('latin1');
  for (const { index, 0: begin } of text.matchAll(/stream\r?\n/g)) {
    const plain = attempt(() => inflateSync(bytes.subarray(index + begin.length)));
    if (plain) streams.push(plain);
  }
  yield* streams;
  yield Buffer.from(textOfPdf(streams));
}

/** Long runs of base64, those whose lines are broken too. */
function* decoded(bytes: Buffer): Generator<Buffer> {
  const text = bytes.toString('latin1').replaceAll(/(?<=[A-Za-z0-9+/]{60})(?:\\r)?(?:\\n|\r?\n)(?=[A-Za-z0-9+/])/g, '');
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{40,}/g)) {
    const plain = Buffer.from(run, 'base64');
    // What was encoded is text, or a file of a kind that is known here; the rest is chance.
    if (isReadable(plain) || plain.includes('%PDF-') || plain.indexOf(gzipBegins) === 0) yield plain;
  }
}

function isReadable(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 200);
  return head.every((byte) => byte === 0x09 || byte === 0x0a || byte === 0x0d || byte >= 0x20);
}

function attempt(read: () => Buffer): Buffer | null {
  try {
    return read();
  } catch {
    return null;
  }
}
