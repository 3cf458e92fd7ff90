import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import os from 'node:os';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import { build } from 'vite';
import { startCardFields } from '#src/apps/card-fields/card-fields.server.ts';
import type { CardFieldsServer } from '#src/apps/card-fields/card-fields.server.ts';
import { buildCardFields } from './build-card-fields.ts';
import { loadThemes } from '#src/branding/index.server.ts';
import { cardFrameGrounds } from '#src/rails/card/card-fields.protocol.ts';
import { buildFonts } from '#tools/build-fonts.ts';
import { buildThemes } from '#tools/build-themes.ts';

/** The card-fields server between an acquirer's key set and a checkout page of nothing but the frame. */
export interface CardFieldsWorld {
  readonly cardFields: CardFieldsServer;
  /** The same page, which waits for a bank's look at the browser so briefly that none ends in time. */
  readonly hasty: CardFieldsServer;
  /** What the bank's page was posted (`threeDSMethodData`), in its order. */
  readonly looks: readonly string[];
  /** A checkout page at an allowed origin: `?theme=&locale=&width=&mode=&hasty=`. */
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
        input: path.join(import.meta.dirname, 'card-fields-parent.page.ts'),
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

/** Two ranges of cards whose bank looks at the browser: one ends at once, one never does. */
function rangesAt(bank: string): object {
  const range = (first: string, page: string) => ({
    startRange: `${first}000`,
    endRange: `${first}999`,
    threeDSMethodURL: `${bank}/bank/${page}`,
  });
  return { cardRangeData: [range('4000000000001', 'ends'), range('4000000000002', 'silent')] };
}

/** The bank's page: writes down what it was posted, and goes back to where that says. */
async function look(request: IncomingMessage, response: ServerResponse, looks: string[]): Promise<void> {
  const data = new URLSearchParams(await text(request)).get('threeDSMethodData') ?? '';
  looks.push(data);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  if (request.url !== '/bank/ends') return void response.end('<!doctype html><title>Bank</title>');
  const { threeDSMethodNotificationURL: to = '' } = JSON.parse(Buffer.from(data, 'base64url').toString()) as Record<
    string,
    string
  >;
  response.end(`<!doctype html><title>Bank</title><form method="post" action="${to}">
<input name="threeDSMethodData" value="${data}"></form><script>document.forms[0].submit()</script>`);
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
  const src = new URL('/', frameOrigin);
  const [locale, parent] = [query.get('locale') ?? 'pt-BR', query.get('parent') ?? own];
  src.search = new URLSearchParams({ theme, locale, parent, ground }).toString();
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${frameCss}
:root{color-scheme:${mode};background:${query.get('color') ?? (mode === 'dark' ? '#0a1221' : '#f4f6f9')}}
body{margin:16px}.place{width:${Number(query.get('width') ?? 480) + 8}px}</style></head>
<body><main><h1>Checkout</h1><button id="before">Antes</button><div class="place">
<iframe class="frame" sandbox="allow-scripts allow-forms allow-same-origin" title="Dados do cartão" data-origin="${frameOrigin}" data-ready="${query.get('ready') ?? '5000'}" src="${src.href.replaceAll('&', '&amp;')}"></iframe>
</div><button id="after">Depois</button></main><script type="module">${script}</script></body></html>`;
}

/** Builds and starts everything on loopback; `ports` 0 takes free ones. */
export async function createCardFieldsWorld(
  ports: { cardFields: number; checkout: number; stranger: number } = { cardFields: 0, checkout: 0, stranger: 0 },
): Promise<CardFieldsWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'card-fields-'));
  const dist = path.join(folder, 'dist');
  const [script, frameCss] = await Promise.all([
    bundledParent(path.join(folder, 'parent')),
    readFile(path.join(import.meta.dirname, '../../../src/rails/card/card-frame.module.css'), 'utf8'),
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
  const looks: string[] = [];
  const acquirer = createServer((request, response) => {
    const address = request.url ?? '';
    if (address.startsWith('/bank')) return void look(request, response, looks);
    if (address.endsWith('/card-ranges.json')) return void response.end(JSON.stringify(rangesAt(acquirerOrigin)));
    response.writeHead(state.down ? 503 : 200, { 'content-type': 'application/json' });
    response.end(state.down ? '{}' : JSON.stringify({ keys: [state.jwk] }));
  });
  const acquirerOrigin = await listen(acquirer, 0);

  let frameOrigin = '';
  let hastyOrigin = '';
  const page = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    response.writeHead(url.pathname === '/' ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      url.pathname === '/'
        ? parentDocument(
            url.searchParams.has('hasty') ? hastyOrigin : frameOrigin,
            url.origin,
            url.searchParams,
            script,
            frameCss,
          )
        : '',
    );
  });
  const foreign = createServer((...both) => page.emit('request', ...both));
  const [checkout, stranger] = await Promise.all([listen(page, ports.checkout), listen(foreign, ports.stranger)]);
  const options: Parameters<typeof startCardFields>[0] = {
    port: ports.cardFields,
    host: '127.0.0.1',
    checkoutOrigins: [checkout],
    themeCss: (theme) => (themes.has(theme) ? themes.get(theme).css : null),
    fontsDir: path.join(folder, 'fonts'),
    cardTokenizations: {
      acquirer: {
        kind: 'jwe',
        keySetUrl: `${acquirerOrigin}/acquirer/.well-known/jwks.json`,
        looks: { rangesUrl: `${acquirerOrigin}/acquirer/card-ranges.json`, origins: [acquirerOrigin] },
      },
    },
    assetsDir: dist,
  };
  const [cardFields, hasty] = await Promise.all([
    startCardFields(options),
    startCardFields({ ...options, port: 0, threeDsMethodTimeoutMs: 300 }),
  ]);
  frameOrigin = cardFields.origin;
  hastyOrigin = hasty.origin;
  return {
    cardFields,
    hasty,
    looks,
    checkout,
    stranger,
    privateKey: () => state.privateKey,
    changeKey,
    setDown: (down) => {
      state.down = down;
    },
    themes: themeIds,
    async close() {
      await Promise.all([cardFields.close(), hasty.close()]);
      for (const server of [acquirer, page, foreign]) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
