import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentHeaders } from '../documents/content-security-policy.server.ts';
import { type ConsoleLocale, localeOfLanguages } from '../words/console-locales.ts';
import copy from './sign-in.copy.json' with { type: 'json' };

type CopyKey = keyof (typeof copy)['pt-BR'];

/** What stands between a person and the console. */
export type SignInMessage =
  | 'ended'
  | 'directory-away'
  | 'sign-in-refused'
  | 'sign-in-mismatch'
  | 'other-tenant'
  | 'account-left'
  | 'link-over'
  | 'no-access';

interface SignInPage {
  readonly message: SignInMessage;
  readonly status: number;
  /** Values of the text's places. */
  readonly values?: Readonly<Record<string, string>>;
  /** Links and forms, the first as the main one. */
  readonly ways: readonly { readonly text: CopyKey; readonly to: string; readonly method?: 'post' }[];
  /** A sentence in place of the first way: it was taken. */
  readonly done?: CopyKey;
}

/** The first language of the browser that the console speaks. */
export function localeOf({ headers }: FastifyRequest): ConsoleLocale {
  return localeOfLanguages((headers['accept-language'] ?? '').split(',').map((one) => one.trim()));
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const style = `
:root { color-scheme: light dark; font: 15px/24px Figtree, system-ui, -apple-system, 'Segoe UI', sans-serif;
  --ink: light-dark(oklch(24% 0.012 264), oklch(93% 0.004 264)); --soft: light-dark(oklch(44% 0.012 264), oklch(75% 0.008 264));
  --accent: light-dark(oklch(49% 0.19 277), oklch(75% 0.12 277)); --on: light-dark(oklch(100% 0 0), oklch(19% 0.03 277)); }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; color: var(--ink);
  background: light-dark(oklch(99.4% 0.001 264), oklch(18% 0.006 264)); }
main { box-sizing: border-box; width: min(100%, 420px); padding: 24px; }
p { margin: 0 0 24px; color: var(--soft); } .name { font-size: 13px; margin: 0 0 32px; } h1 { font-size: 20px; line-height: 28px; margin: 0 0 8px; }
.ways { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; } form { margin: 0; }
a, button { font: inherit; min-height: 44px; display: inline-flex; align-items: center; color: var(--accent); }
.main { padding: 0 20px; border: 0; border-radius: 6px; background: var(--accent); color: var(--on); text-decoration: none; cursor: pointer; font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

/** Answers with a page without scripts: it stands before the console's own are loaded. */
export function sendSignInPage(request: FastifyRequest, reply: FastifyReply, page: SignInPage): FastifyReply {
  const locale = localeOf(request);
  const nonce = randomBytes(16).toString('base64');
  const say = (key: CopyKey): string =>
    escaped(copy[locale][key].replace(/\{(\w+)\}/g, (_, name: string) => page.values?.[name] ?? ''));
  const title = say(`sign-in.${page.message}.title`);
  const ways = page.ways.map(({ text, to, method }, index) => {
    if (index === 0 && page.done) return `<span role="status">${say(page.done)}</span>`;
    const look = index === 0 ? ' class="main"' : '';
    if (method === 'post')
      return `<form method="post" action="${escaped(to)}"><button${look}>${say(text)}</button></form>`;
    return `<a${look} href="${escaped(to)}">${say(text)}</a>`;
  });
  return reply.code(page.status).headers(documentHeaders(nonce)).send(`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Matrícula</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p class="name">Matrícula</p>
<h1>${title}</h1>
<p>${say(`sign-in.${page.message}.text`)}</p>
<div class="ways">${ways.join('')}</div>
</main>
</body>
</html>
`);
}
