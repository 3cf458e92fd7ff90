import type { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { acceptsEncoding } from '#src/kernel/http/server/accepts-encoding.ts';

/** In bytes: a smaller document fits in the same packets uncompressed. */
const minimumBytes = 1400;

export interface CompressedDocument {
  readonly body: string | Readable;
  readonly encoding: 'br' | 'gzip' | null;
}

/**
 * Where a document is cut: before its style sheet, after its head, before the data that only the script reads. The browser
 * renders the first piece while the rest is sent: on a slow link (150 ms, 1.6 Mbit/s) the first paint of `/payment` comes
 * 116 ms earlier, that of `/lead` 48 ms.
 */
const cuts = ['<style ', '</head>', '<script type="application/json" id="page-data">'];

/**
 * Compresses a document in a fifth of a millisecond: brotli 4 leaves 30 % of a page (quality 5 costs ten times as much for
 * 2 % less), gzip 4 a little more. Pieces are sent one by one. BREACH does not apply: the document holds no form token and
 * no cookie, so no secret stands beside input that an attacker controls.
 */
export function compressDocument(html: string, accepted: string | undefined): CompressedDocument {
  if (html.length < minimumBytes || accepted === undefined) return { body: html, encoding: null };
  if (acceptsEncoding(accepted, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 16,
    };
    return { body: inPieces(html, createBrotliCompress({ params }), constants.BROTLI_OPERATION_FLUSH), encoding: 'br' };
  }
  if (acceptsEncoding(accepted, 'gzip'))
    return { body: inPieces(html, createGzip({ level: 4 }), constants.Z_SYNC_FLUSH), encoding: 'gzip' };
  return { body: html, encoding: null };
}

/** Compresses a document so that each piece can be decoded before the next one arrives. */
function inPieces<Compressor extends ReturnType<typeof createBrotliCompress | typeof createGzip>>(
  html: string,
  compressor: Compressor,
  flush: number,
): Compressor {
  let from = 0;
  for (const mark of cuts) {
    const at = html.indexOf(mark, from);
    if (at <= from) continue;
    compressor.write(html.slice(from, at));
    compressor.flush(flush);
    from = at;
  }
  compressor.end(html.slice(from));
  return compressor;
}
