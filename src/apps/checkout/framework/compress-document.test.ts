import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { brotliDecompressSync, constants, createBrotliDecompress, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressDocument } from './compress-document.server.ts';

const style = `<style nonce="n">${'p{margin:0}'.repeat(200)}</style>`;
const data = '<script type="application/json" id="page-data">{"words":{}}</script>';
const html = `<!doctype html><html><head><title>Página</title>${style}</head><body><p>Olá</p>${data}</body></html>`;

async function bytesOf(accepted: string): Promise<Buffer> {
  const { body } = compressDocument(html, accepted);
  return buffer(body instanceof Readable ? body : Readable.from([body]));
}

test('compressDocument: brotli and gzip give the whole document back', async () => {
  expect(brotliDecompressSync(await bytesOf('gzip, deflate, br')).toString()).toBe(html);
  expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(html);
});

test('compressDocument: a browser that knows no encoding, and a short document, get plain text', () => {
  expect(compressDocument(html, undefined)).toEqual({ body: html, encoding: null });
  expect(compressDocument('<p>short</p>', 'br')).toEqual({ body: '<p>short</p>', encoding: null });
});

test('compressDocument: each piece can be read before the next has come', async () => {
  const { body } = compressDocument(html, 'br');
  if (typeof body === 'string') throw new Error('The document was not compressed');
  const read: string[] = [];
  const pieces: Buffer[] = [];
  const texts: Buffer[] = [];
  for await (const chunk of body) {
    const reader = createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    pieces.push(chunk as Buffer);
    reader.on('data', (text: Buffer) => texts.push(text));
    reader.write(Buffer.concat(pieces));
    await once(reader, 'data');
    read.push(Buffer.concat(texts.splice(0)).toString());
  }
  expect(read[0]).toBe(html.slice(0, html.indexOf('<style')));
  expect(read).toContain(html.slice(0, html.indexOf('</head>')));
  expect(read).toContain(html.slice(0, html.indexOf(data)));
  expect(read.at(-1)).toBe(html);
});
