import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#src/kernel/http/server/accepts-encoding.ts';
import { readRange } from './byte-range.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** The build's assets and fonts by address, read once: they are few, and a hashed name marks them as immutable. */
export function readAssets(dist: string): ReadonlyMap<string, Asset> {
  return new Map([...readFolder(dist, 'assets'), ...readFolder(dist, 'fonts')]);
}

function readFolder(dist: string, below: string): ReadonlyMap<string, Asset> {
  const folder = path.join(dist, below);
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
  const assets = new Map<string, Asset>();
  for (const [name, plain] of files) {
    const type = types[path.extname(name)];
    if (type)
      assets.set(`/${below}/${name}`, {
        type,
        plain,
        br: files.get(`${name}.br`) ?? null,
        gzip: files.get(`${name}.gz`) ?? null,
      });
  }
  return assets;
}

/** Serves the assets, precompressed; browsers cache them for a year. */
export function serveAssets(app: FastifyInstance, assets: ReadonlyMap<string, Asset>): void {
  for (const url of ['/assets/*', '/fonts/*'])
    app.get(url, (request, reply) => send(assets.get(request.url), request, reply));
}

function send(asset: Asset | undefined, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!asset) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  reply.headers({
    'content-type': asset.type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // An SVG opened directly is a document: its scripts must not run.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    vary: 'Accept-Encoding',
  });
  if (asset.type.startsWith('video/')) return sendFilm(asset, request, reply);
  const [encoding, body] = choose(asset, request.headers['accept-encoding'] ?? '');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(body);
}

/** Videos are requested in ranges (RFC 9110, section 14): Safari plays none without them. */
function sendFilm({ plain }: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('accept-ranges', 'bytes');
  const range = readRange(request.headers.range, plain.length);
  if (range === 'whole') return reply.send(plain);
  if (range === 'nothing') return reply.code(416).header('content-range', `bytes */${plain.length}`).send();
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${plain.length}`)
    .send(plain.subarray(first, last + 1));
}

function choose(asset: Asset, accepted: string): [encoding: string | null, body: Buffer] {
  if (asset.br && acceptsEncoding(accepted, 'br')) return ['br', asset.br];
  if (asset.gzip && acceptsEncoding(accepted, 'gzip')) return ['gzip', asset.gzip];
  return [null, asset.plain];
}
