import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptsEncoding } from '#src/kernel/http/server/accepts-encoding.ts';

/** Below this, in bytes, a packet more or less is not saved. */
const minimumBytes = 1400;

export interface CompressedDocument {
  readonly body: string | Buffer;
  readonly encoding: 'br' | 'gzip' | null;
}

/**
 * A document as small as it can be made in a fifth of a millisecond: brotli 4 leaves 30 % of a page (quality 5 costs ten
 * times as much for 2 % less), gzip 4 a little more. Nothing secret that a stranger could guess byte by byte stands
 * beside what a stranger can put into the page: there is no form token, and the cookie is not in the document.
 */
export function compressDocument(html: string, accepted: string | undefined): CompressedDocument {
  if (html.length < minimumBytes || accepted === undefined) return { body: html, encoding: null };
  if (acceptsEncoding(accepted, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 16,
    };
    return { body: brotliCompressSync(html, { params }), encoding: 'br' };
  }
  if (acceptsEncoding(accepted, 'gzip')) return { body: gzipSync(html, { level: 4 }), encoding: 'gzip' };
  return { body: html, encoding: null };
}
