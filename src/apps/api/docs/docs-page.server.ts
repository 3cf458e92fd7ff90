import { type ApiDocument, tagOrder } from './describe-api.server.ts';
import { anchorOf, callsByTag, escapeHtml, messageHtml, prose, type Shown } from './docs-html.server.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';

interface Group {
  readonly title: string;
  readonly intro?: string;
  readonly shown: readonly Shown[];
}

const problemExample = `<pre tabindex="0" aria-label="A problem document">{
  "type": "urn:problem:fields-invalid",
  "title": "Some fields are missing or wrong",
  "status": 422,
  "code": "fields-invalid",
  "errors": [{ "path": "email", "code": "validation.email" }]
}</pre>`;

/** Guides: rules of every call, as the first sections of the page. */
function guides(origin: string, isStaff: boolean): readonly (readonly [id: string, title: string, html: string])[] {
  return [
    [
      'authentication',
      'Authentication',
      isStaff
        ? `<p>${prose('Every call needs `Authorization: Bearer` and the token of an operator. An operator has scopes: acts in brands. An act that the operator has nowhere is 403 `act-not-allowed`; what belongs to a brand outside the scope is 404.')}</p>`
        : `<p>${prose('A browser is known by its cookie, which the first answer sets (`HttpOnly`, `SameSite=Lax`). A call from a server keeps that cookie for one buyer and sends it again. Pages of other origins may not call. What belongs to another buyer is 404.')}</p><p>${prose("Calls for the school's staff are in a document of their own, `/api/docs/staff`, for operators with a token.")}</p>`,
    ],
    [
      'idempotency',
      'Idempotency',
      `<p>${prose(
        isStaff
          ? "A refund has a name of the caller's own, `refundId`: the same name gives back once, and is answered with how it stands."
          : 'A payment needs the header `Idempotency-Key`, 16 to 64 letters, digits, `_` or `-`. The same key with the same body charges once and gets the same answer. The same key with another body is 422 `key-reused`. Keys do not expire. Use a new key for every new try.',
      )}</p>`,
    ],
    [
      'errors',
      'Errors',
      `<p>${prose('An error is a problem document (RFC 9457, `application/problem+json`). `code` is stable: go by it, and not by `title`. `errors` names each field that is wrong.')}</p><div class="box">${problemExample}</div><table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody><tr><td>400</td><td>the request could not be read</td></tr><tr><td>402</td><td>the payment was refused</td></tr><tr><td>403</td><td>the origin, or the operator, may not do it</td></tr><tr><td>404</td><td>it does not exist, or is not yours</td></tr><tr><td>409</td><td>it does not fit the state that it is in</td></tr><tr><td>422</td><td>fields are missing or wrong</td></tr><tr><td>429</td><td>too many; wait</td></tr><tr><td>503</td><td>not possible for a while; try again</td></tr></tbody></table>`,
    ],
    [
      'amounts',
      'Amounts and times',
      `<p>${prose('Amounts are whole minor units: `114000` with `BRL` is R$ 1.140,00. Times are UTC, such as `2026-11-24T12:00:00Z`. A day without a time is a day of the market. Body and answer are JSON in UTF-8. A field that is not named here is refused.')}</p>`,
    ],
    ...(isStaff
      ? []
      : [
          [
            'webhooks',
            'Webhooks',
            `<p>${prose('Receivers of a brand get messages by POST (Standard Webhooks 1.0.0). Check `webhook-signature` over the exact bytes with your secret, do each `webhook-id` once, and answer 2xx within 15 s. Anything else is tried again over 75 hours; 410 ends the endpoint. The messages are listed under')} <a href="#messages">Messages</a>.</p>`,
          ] as const,
        ]),
    [
      'document',
      'The whole document',
      `<p>OpenAPI 3.1: <a href="/api/openapi${isStaff ? '-staff' : ''}.json">${escapeHtml(origin)}/api/openapi${isStaff ? '-staff' : ''}.json</a></p>`,
    ],
  ];
}

function groupsOf(document: ApiDocument, origin: string, isStaff: boolean): readonly Group[] {
  const calls = callsByTag(document, origin, isStaff);
  const messages = Object.entries(document.webhooks).flatMap(([type, { post }]) =>
    post ? [messageHtml(type, post)] : [],
  );
  return [
    ...tagOrder.flatMap((title) => {
      const shown = calls.get(title);
      return shown ? [{ title, shown }] : [];
    }),
    ...(messages.length > 0
      ? [
          {
            title: 'Messages',
            intro: 'What receivers are told. Fields may be added: ignore those that you do not know.',
            shown: messages,
          },
        ]
      : []),
  ];
}

const indexLine = ({ anchor, label, verb }: Shown): string =>
  `<li><a href="#${anchor}" data-of="${anchor}">${verb === '' ? '' : `<span class="verb ${verb}">${verb}</span>`}<span>${prose(label)}</span></a></li>`;

/** HTML page of an OpenAPI document: an index, guides, and each call with examples. Works without its script. */
export function docsPage(
  document: ApiDocument,
  { origin, isStaff }: { readonly origin: string; readonly isStaff: boolean },
): string {
  const title = `${document.info.title} API`;
  const parts = guides(origin, isStaff);
  const groups = groupsOf(document, origin, isStaff);
  const index = [
    `<div data-group><h2>Guide</h2><ul>${parts.map(([id, name]) => `<li><a href="#${id}" data-of="${id}">${name}</a></li>`).join('')}</ul></div>`,
    ...groups.map(
      (group) =>
        `<div data-group><h2>${escapeHtml(group.title)}</h2><ul>${group.shown.map(indexLine).join('')}</ul></div>`,
    ),
  ];
  const sections = groups.map(
    (group) =>
      `<section><h2 id="${anchorOf(group.title)}">${escapeHtml(group.title)}</h2>${group.intro ? `<p>${prose(group.intro)}</p>` : ''}${group.shown.map(({ html }) => html).join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${docsStyle}</style></head><body><a class="skip" href="#main">To the content</a>
<header class="bar"><b>${escapeHtml(title)}</b><label id="search-box" class="waiting"><span class="skip">Search the API</span><input id="search" type="search" placeholder="Search ( / )" autocomplete="off"></label></header>
<div class="frame"><nav aria-label="Index"><details><summary>Index</summary><div>${index.join('')}</div></details></nav><main id="main">
<h1>${escapeHtml(title)}</h1><p>${prose(document.info.description ?? '')}</p><p id="none" role="status" hidden>Nothing found.</p>
<section>${parts.map(([id, name, html]) => `<div class="guide" id="${id}"><h2>${name}</h2>${html}</div>`).join('')}</section>
${sections.join('')}</main></div><script>${docsScript}</script></body></html>`;
}
