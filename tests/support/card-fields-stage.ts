import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import { build } from 'vite';
import { startCardFields } from '#src/apps/card-fields/server.server.ts';
import type { CardFieldsServer } from '#src/apps/card-fields/server.server.ts';
import { buildCardFields } from '#src/apps/card-fields/vite.config.ts';
import { loadThemes } from '#src/branding/index.server.ts';
import { cardFrameGrounds, cardFrameUrl } from '#src/rails/card/card-fields.protocol.ts';
import { buildFonts } from '#tools/build-fonts.ts';
import { buildThemes } from '#tools/build-themes.ts';

/** The card-fields server between an acquirer's key set and a checkout page of nothing but the frame. */
export interface CardFieldsStage {
  readonly cardFields: CardFieldsServer;
  /** A checkout page at an allowed origin: `?theme=&locale=&width=&mode=`. */
  readonly checkout: string;
  /** The same page at an origin that is not allowed. */
  readonly stranger: string;
  readonly privateKey: () => CryptoKey;
  /** Puts a new key in the place of the acquirer's. */
  changeKey(): Promise<void>;
  /** Makes the acquirer answer with errors, or again with keys. */
  setDown(down: boolean): void;
  /** The themes of all brands, as the build makes them. */
  readonly themes: readonly string[];
  close(): Promise<void>;
}

async function bundledParent(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'card-parent.page.ts'),
        output: { entryFileNames: 'parent.js' },
      },
    },
  });
  return readFile(path.join(outDir, 'parent.js'), 'utf8');
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
}

function parentDocument(
  frameOrigin: string,
  own: string,
  query: URLSearchParams,
  script: string,
  frameCss: string,
): string {
  const mode = query.get('mode') ?? 'dark';
  const theme = query.get('theme') ?? `neutral$${mode}`;
  const ground = cardFrameGrounds.find((known) => known === query.get('ground')) ?? 'page';
  const src = cardFrameUrl(frameOrigin, {
    theme,
    locale: query.get('locale') ?? 'pt-BR',
    parent: query.get('parent') ?? own,
    ground,
  });
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${frameCss}
:root{color-scheme:${mode};background:${query.get('color') ?? (mode === 'dark' ? '#0a1221' : '#f4f6f9')}}
body{margin:16px}.place{width:${Number(query.get('width') ?? 480) + 8}px}</style></head>
<body><main><h1>Checkout</h1><button id="before">Antes</button><div class="place">
<iframe class="frame" sandbox="allow-scripts allow-same-origin" title="Dados do cartão" data-origin="${frameOrigin}" data-ready="${query.get('ready') ?? '5000'}" src="${src.replaceAll('&', '&amp;')}"></iframe>
</div><button id="after">Depois</button></main><script type="module">${script}</script></body></html>`;
}

/** Builds and starts everything on loopback; `ports` 0 takes free ones. */
export async function cardFieldsStage(
  ports: { cardFields: number; checkout: number; stranger: number } = { cardFields: 0, checkout: 0, stranger: 0 },
): Promise<CardFieldsStage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'card-fields-'));
  const dist = path.join(folder, 'dist');
  const [script, frameCss] = await Promise.all([
    bundledParent(path.join(folder, 'parent')),
    readFile(path.join(import.meta.dirname, '../../src/rails/card/card-frame.module.css'), 'utf8'),
    buildCardFields(dist),
    buildFonts(folder),
  ]);
  await buildThemes(folder);
  const themes = loadThemes(folder);
  const themeIds = (await readdir(path.join(folder, 'themes')))
    .filter((name) => name.endsWith('.css'))
    .map((name) => name.slice(0, -4));
  const state = { down: false, kid: 0, jwk: {}, privateKey: (await generateKeyPair('RSA-OAEP-256')).privateKey };
  async function changeKey(): Promise<void> {
    const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    state.kid += 1;
    state.privateKey = pair.privateKey;
    state.jwk = { ...(await exportJWK(pair.publicKey)), kid: `key-${state.kid}`, use: 'enc', alg: 'RSA-OAEP-256' };
  }
  await changeKey();
  const acquirer = createServer((_, response) => {
    response.writeHead(state.down ? 503 : 200, { 'content-type': 'application/json' });
    response.end(state.down ? '{}' : JSON.stringify({ keys: [state.jwk] }));
  });
  const acquirerOrigin = await listen(acquirer, 0);

  let frameOrigin = '';
  const page = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    response.writeHead(url.pathname === '/' ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      url.pathname === '/' ? parentDocument(frameOrigin, url.origin, url.searchParams, script, frameCss) : '',
    );
  });
  const foreign = createServer((...both) => page.emit('request', ...both));
  const [checkout, stranger] = await Promise.all([listen(page, ports.checkout), listen(foreign, ports.stranger)]);
  const cardFields = await startCardFields({
    port: ports.cardFields,
    host: '127.0.0.1',
    checkoutOrigins: [checkout],
    themeCss: (theme) => (themes.has(theme) ? themes.get(theme).css : null),
    fontsDir: path.join(folder, 'fonts'),
    sealings: { acquirer: { kind: 'jwe', keySetUrl: `${acquirerOrigin}/acquirer/.well-known/jwks.json` } },
    assetsDir: dist,
  });
  frameOrigin = cardFields.origin;
  return {
    cardFields,
    checkout,
    stranger,
    privateKey: () => state.privateKey,
    changeKey,
    setDown: (down) => {
      state.down = down;
    },
    themes: themeIds,
    async close() {
      await cardFields.close();
      for (const server of [acquirer, page, foreign]) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
