import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { type Html, markup } from './html.ts';
import { type PageTheme, sandboxTheme, themeSheet } from './theme.ts';

export const stylePath = '/sandbox/style.css';
const sheets = ['./base.css', './parts.css', './lists.css'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** The style sheet of all pages, with the colours of these themes. */
export function styleSheet(themes: readonly PageTheme[]): string {
  return [...sheets, themeSheet(themes)].join('\n');
}

/** No script, nothing from elsewhere, never framed. */
export const strictPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Copies the number beside a pressed button. The buttons are hidden until it runs: without it the number is selected by
 * one press.
 */
const copyScript = `for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(button.value).then(
      () => { button.textContent = 'Copiado'; },
      () => { getSelection().selectAllChildren(button.previousElementSibling); },
    );
  });
}`;
export const copyPolicy = `${strictPolicy}; script-src 'sha256-${createHash('sha256').update(copyScript).digest('base64')}'`;

export interface Page {
  readonly title: string;
  /** The sandbox's own when absent. */
  readonly theme?: PageTheme;
  readonly body: Html;
  readonly wide?: boolean;
  /** Shown inside another site's frame: no bar of its own. */
  readonly framed?: boolean;
  /** It shows numbers with a button that copies them. */
  readonly hasNumbers?: boolean;
  /** The address itself is a secret: it is never sent as a referrer. */
  readonly secret?: boolean;
}

export function renderPage({
  title,
  theme = sandboxTheme,
  body,
  wide = false,
  framed = false,
  hasNumbers = false,
}: Page): string {
  const { id, name, home, mark } = theme;
  const drawn = markup`<svg class="mark" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${mark}</svg>`;
  return markup`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${name}</title>
${!framed && markup`<link rel="icon" href="data:,">`}
<link rel="stylesheet" href="${stylePath}">
</head>
<body class="${id}${framed ? ' frame' : ''}">
<header class="bar"><div class="bar-in">${drawn}${home === '' ? markup`<span class="name">${name}</span>` : markup`<a class="name" href="${home}">${name}</a>`}${!framed && markup`<a class="hub" href="/sandbox">Todas as páginas de teste</a>`}<span class="badge">Ambiente de teste</span></div></header>
<main${wide ? markup` class="wide"` : null}>
${body}
</main>${hasNumbers && { markup: `\n<script>${copyScript}</script>` }}
</body>
</html>
`.markup;
}

/** Answers with a page that browsers do not store. */
export function sendPage(
  reply: FastifyReply,
  page: Page,
  policy = page.hasNumbers ? copyPolicy : strictPolicy,
): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', page.secret ? 'no-referrer' : page.framed ? 'strict-origin' : 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .send(renderPage(page));
}
