import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { type Html, markup } from './html.ts';

/** Whose house a page is painted as. */
export type PageTheme = 'sandbox' | 'pix' | 'slip' | 'acs' | 'm-pesa' | 'nupay' | 'yape' | 'agent';

const pageThemes: Readonly<Record<PageTheme, { readonly name: string; readonly home: string; readonly mark: Html }>> = {
  sandbox: {
    name: 'Mundo de fora',
    home: '/sandbox',
    mark: markup`<circle cx="16" cy="16" r="12" /><path d="M4 16h24M16 4c5 4 5 20 0 24M16 4c-5 4-5 20 0 24" />`,
  },
  pix: {
    name: 'Banco Ipê',
    home: '/pix-bank/pay',
    mark: markup`<path d="M16 3 29 16 16 29 3 16Z" /><path d="M10 16h12M16 10v12" />`,
  },
  slip: {
    name: 'Banco Jequitibá',
    home: '/slip-bank/pay',
    mark: markup`<path d="M5 27V5M10 27V5M15 27V5M22 27V5M27 27V5" />`,
  },
  'm-pesa': {
    name: 'Telemóvel',
    home: '/m-pesa/phone',
    mark: markup`<rect x="9" y="3" width="14" height="26" rx="3" /><path d="M14 25h4" />`,
  },
  nupay: {
    name: 'NuPay',
    home: '/nupay/pay',
    mark: markup`<path d="M5 26V12c0-5 9-5 9 0v9c0 5 9 5 9 0V6" />`,
  },
  yape: {
    name: 'Yape',
    home: '/culqi/yape',
    mark: markup`<path d="M10 3h12a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z" /><path d="m12 16 3 3 6-6" />`,
  },
  agent: {
    name: 'Agente Los Andes',
    home: '/culqi/agent',
    mark: markup`<path d="M3 10h26v14H3Z" /><circle cx="16" cy="17" r="3" />`,
  },
  acs: {
    name: 'Banco Aroeira',
    home: '',
    mark: markup`<path d="M16 3 27 7v9c0 7-5 11-11 13C10 27 5 23 5 16V7Z" /><path d="m11 16 4 4 7-8" />`,
  },
};

export const stylePath = '/sandbox/style.css';
export const styleSheet = ['./base.css', './parts.css', './lists.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

/** No script, nothing from elsewhere, never framed. */
export const strictPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface Page {
  readonly title: string;
  readonly pageTheme: PageTheme;
  readonly body: Html;
  /** Language of the page; that of Brazil when absent. */
  readonly lang?: 'es-PE';
  readonly wide?: boolean;
  /** Shown inside another site's frame: no bar of its own. */
  readonly framed?: boolean;
  /** The address itself is a secret: no other page may hear of it. */
  readonly secret?: boolean;
}

export function renderPage({ title, pageTheme, body, lang, wide = false, framed = false }: Page): string {
  const { name, home, mark } = pageThemes[pageTheme];
  const drawn = markup`<svg class="mark" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${mark}</svg>`;
  return markup`<!doctype html>
<html lang="${lang ?? 'pt-BR'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${name}</title>
${!framed && markup`<link rel="icon" href="data:,">`}
<link rel="stylesheet" href="${stylePath}">
</head>
<body class="${pageTheme}${framed ? ' frame' : ''}">
<header class="bar"><div class="bar-in">${drawn}${home === '' ? markup`<span class="name">${name}</span>` : markup`<a class="name" href="${home}">${name}</a>`}${!framed && markup`<a class="hub" href="/sandbox">Todas as páginas de teste</a>`}<span class="badge">Ambiente de teste</span></div></header>
<main${wide ? markup` class="wide"` : null}>
${body}
</main>
</body>
</html>
`.markup;
}

/** Answers with a page; nothing of it is kept by the browser. */
export function sendPage(reply: FastifyReply, page: Page, policy = strictPolicy): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', page.secret ? 'no-referrer' : page.framed ? 'strict-origin' : 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .send(renderPage(page));
}
