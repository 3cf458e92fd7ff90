import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#src/kernel/http/server/accepts-encoding.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { localeOf } from '../sign-in/sign-in-page.server.ts';
import type { ConsoleLocale } from '../words/console-locales.ts';
import { documentHeaders } from './content-security-policy.server.ts';
import copy from './document.copy.json' with { type: 'json' };

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  /** Names of the chunks that it imports at once. */
  readonly imports?: readonly string[];
}

/** What the document names: the script, those that it imports, and the style sheets of all of them. */
interface Entry {
  readonly script: string;
  readonly preloads: readonly string[];
  readonly sheets: readonly string[];
}

const entryName = 'src/apps/console/browser/main.tsx';

/**
 * Serves the build of the browser's side (`dist/console`): files of `/assets/` for a year, since their names hold their hash,
 * and one document for every other address that a browser opens, with a nonce of its own.
 */
export function serveBrowser(app: FastifyInstance, folder: string): void {
  const entry = readEntry(folder);
  const assets = readAssets(path.join(folder, 'assets'));
  app.get('/assets/*', (request, reply) => sendAsset(request, reply, assets.get(request.url)));
  app.setNotFoundHandler((request, reply) => {
    const isOpened = request.method === 'GET' || request.method === 'HEAD';
    if (!isOpened || /^\/(?:data|assets|sign-in)(?:\/|\?|$)/.test(request.url)) return sendProblem(reply, 'not-found');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(200)
      .headers(documentHeaders(nonce))
      .send(documentOf(entry, nonce, localeOf(request)));
  });
}

function readEntry(folder: string): Entry {
  const file = path.join(folder, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error(`No build of the console in ${folder}: run the build first`);
  const manifest: Readonly<Record<string, ManifestEntry>> = JSON.parse(readFileSync(file, 'utf8'));
  const entry = manifest[entryName];
  if (!entry) throw new Error(`The build in ${folder} lacks ${entryName}`);
  const all = withImports(entry, manifest);
  return {
    script: entry.file,
    preloads: all.filter((one) => one !== entry).map(({ file: chunk }) => chunk),
    sheets: [...new Set(all.flatMap(({ css = [] }) => css))],
  };
}

/** A chunk after those that it imports, so that its sheets come after theirs. */
function withImports(
  entry: ManifestEntry,
  manifest: Readonly<Record<string, ManifestEntry>>,
  found: ManifestEntry[] = [],
): readonly ManifestEntry[] {
  for (const name of entry.imports ?? []) {
    const next = manifest[name];
    if (next && !found.includes(next)) withImports(next, manifest, found);
  }
  if (!found.includes(entry)) found.push(entry);
  return found;
}

/** Without scripts nobody can have chosen a language: it is the browser's. The nonce stands in a `meta` because React Aria reads it there for the two style elements that it adds. */
function documentOf({ script, preloads, sheets }: Entry, nonce: string, locale: ConsoleLocale): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
<title>Matrícula</title>
<link rel="icon" href="data:,">
${sheets.map((one) => `<link rel="stylesheet" href="/${one}">`).join('\n')}
${preloads.map((one) => `<link rel="modulepreload" href="/${one}">`).join('\n')}
<script type="module" src="/${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>
<main>
<h1>Matrícula</h1>
<p>${copy[locale]['document.no-script']}</p>
</main>
</noscript>
</body>
</html>
`;
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = types[path.extname(name)];
    const file = path.join(folder, name);
    const brotli = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
    if (type !== undefined) assets.set(`/assets/${name}`, { type, plain: readFileSync(file), brotli });
  }
  return assets;
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset | undefined): FastifyReply {
  if (asset === undefined) return sendProblem(reply, 'not-found');
  const { type, plain, brotli } = asset;
  void reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' });
  void reply.header('vary', 'accept-encoding');
  if (brotli === null || !acceptsEncoding(request.headers['accept-encoding'], 'br')) return reply.send(plain);
  return reply.header('content-encoding', 'br').send(brotli);
}
