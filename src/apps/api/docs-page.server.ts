import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem}h2{font-size:1.05rem;margin:2rem 0 .25rem;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}
code{font:.9em ui-monospace,monospace}h2 b{font:600 .8rem ui-monospace,monospace;padding:.1rem .5rem;border:1px solid;border-radius:.3rem}
pre{overflow:auto;padding:1rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.5rem;font-size:.85rem}
summary{cursor:pointer}p{margin:.25rem 0}`;

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly requestBody?: unknown;
  readonly parameters?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
}

function part(title: string, value: unknown): string {
  return value === undefined
    ? ''
    : `<details><summary>${escape(title)}</summary><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre></details>`;
}

function section(path: string, method: string, operation: Operation): string {
  return `<section><h2><b>${escape(method.toUpperCase())}</b><code>${escape(path)}</code></h2>
<p>${escape(operation.summary ?? '')}</p><p>${escape(operation.description ?? '')}</p>
${part('Parameters', operation.parameters)}${part('Body', operation.requestBody)}${part('Answers', operation.responses)}</section>`;
}

/** A page of the OpenAPI document that a person can read: no script, no request to anywhere. */
export function docsPage(
  reply: FastifyReply,
  document: {
    readonly info: { readonly title: string; readonly description?: string };
    readonly paths?: object;
    readonly webhooks?: object;
  },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const sectionsOf = (paths: object | undefined) =>
    Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) =>
        section(path, method, operation),
      ),
    );
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .serializer((html: string) => html)
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(document.info.title)} API</title><style nonce="${nonce}">${style}</style></head><body><main>
<h1>${escape(document.info.title)} API</h1><p>${escape(document.info.description ?? '')}</p>
<p>The whole document: <a href="/api/openapi.json">openapi.json</a></p>${sectionsOf(document.paths).join('')}
<h1>What is told outside</h1><p>Standard Webhooks 1.0.0: who listens is told of these by a POST.</p>${sectionsOf(document.webhooks).join('')}</main></body></html>`);
}
