import { renderBlockingMarker, renderBlockingLink } from '#src/kernel/http/server/render-blocking.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { localDateOf } from '#src/kernel/time/local-date.ts';
import { acceptedBrands, brandById } from '#src/rails/card/brands.ts';
import type { CardFrameGround } from '#src/rails/card/card-fields.protocol.ts';
import { cssText, html, jsonElement } from './html.server.ts';
import type { Html } from './html.server.ts';
import { cardBrandIcons } from './card-brand-icons.server.ts';
import type { PageConfig } from './page-config.ts';
import { cardCopy } from './card-copy.server.ts';
import type { CardCopy } from './card-copy.server.ts';

export interface CardDocument {
  readonly locale: Locale;
  /** `dark` or `light`. The framing page must declare the same `color-scheme`, or the browser paints an opaque background. */
  readonly mode: 'dark' | 'light';
  readonly ground: CardFrameGround;
  /** Origin of the checkout page; messages go to no other. */
  readonly parent: string;
  readonly nonce: string;
  readonly gateway: string;
  /** Brand of a saved card, for which only the security code is entered; null or absent: a new card. */
  readonly kept?: string | null;
  readonly cardTokenization: CardTokenization;
  /** Timeout of the 3DS Method; 10 s (EMV 3-D Secure) when absent. */
  readonly threeDsMethodTimeoutMs?: number;
  /** Style sheets; later rules override earlier ones. */
  readonly css: string;
  readonly script: { readonly path: string; readonly integrity: string };
  readonly now: Date;
}

function dayOf(locale: Locale, now: Date): string {
  const market = Object.values(markets).find((candidate) => candidate.locale === locale) ?? markets.BR;
  return localDateOf(now, market.timeZone);
}

function fieldError(id: string): Html {
  return html`<p class="error" id="${id}-error" hidden>
    <svg aria-hidden="true"><use href="#icon-error" /></svg><span></span>
  </p>`;
}

/** Hint in the space that is reserved for the error. */
function fieldHint(id: string, text = ''): Html {
  return html`<p class="hint" id="${id}-hint">${text}</p>`;
}

/** The number field and, at its end, the detected brand, which the buyer may correct. */
function numberField(words: CardCopy): Html {
  const brands = acceptedBrands.map((id) => html`<option value="${id}">${brandById(id)?.name ?? id}</option>`);
  return html`<div class="frame">
    <div class="label">
      <label for="cc-number">${words['card-fields.number'] ?? ''}</label
      ><label class="optional" for="cc-brand">${words['card-fields.brand'] ?? ''}</label>
    </div>
    <span class="joined">
      <input
        class="control number"
        id="cc-number"
        type="text"
        inputmode="numeric"
        autocomplete="cc-number"
        autocorrect="off"
        spellcheck="false"
        required
      />
      <span class="brand">
        <svg class="mark" aria-hidden="true"><use href="#mark-none" /></svg>
        <svg class="chevron" viewBox="0 0 12 8" aria-hidden="true"><path d="m1 1.5 5 5 5-5" /></svg>
        <select id="cc-brand" autocomplete="cc-type">
          <option value="">${words['card-fields.brand-none'] ?? ''}</option>
          ${brands}
        </select>
      </span>
    </span>
    <div class="slot">${fieldError('cc-number')}${fieldError('cc-brand')}</div>
  </div>`;
}

function holderField(words: CardCopy): Html {
  return html`<div class="frame">
    <label class="label" for="cc-name">${words['card-fields.holder'] ?? ''}</label>
    <input
      class="control"
      id="cc-name"
      type="text"
      autocomplete="cc-name"
      autocapitalize="words"
      maxlength="100"
      autocorrect="off"
      spellcheck="false"
      required
    />
    <div class="slot">${fieldError('cc-name')}</div>
  </div>`;
}

function expiryField(words: CardCopy): Html {
  return html`<div class="frame">
    <label class="label" for="cc-exp">${words['card-fields.expiry'] ?? ''}</label>
    <input
      class="control"
      id="cc-exp"
      type="text"
      inputmode="numeric"
      autocomplete="cc-exp"
      autocorrect="off"
      spellcheck="false"
      aria-describedby="cc-exp-hint"
      required
    />
    <div class="slot">${fieldError('cc-exp')}${fieldHint('cc-exp', words['card-fields.expiry-hint'])}</div>
  </div>`;
}

function codeField(words: CardCopy): Html {
  return html`<div class="frame">
    <label class="label" for="cc-csc">${words['card-fields.code'] ?? ''}</label>
    <span class="joined">
      <input
        class="control"
        id="cc-csc"
        type="text"
        inputmode="numeric"
        autocomplete="cc-csc"
        autocorrect="off"
        spellcheck="false"
        aria-describedby="cc-csc-hint"
        required
      />
      <span class="suffix"
        ><svg class="mark" aria-hidden="true"><use href="#code-back" /></svg
      ></span>
    </span>
    <div class="slot">${fieldError('cc-csc')}${fieldHint('cc-csc', words['card-fields.code-hint-3'])}</div>
  </div>`;
}

/**
 * The card-fields document. The frame has an accessible name, the form has none: two cards on a page would make two landmarks
 * of one name. No field has a `name`, so that a form cannot post it. The fields accept input before the script runs; the
 * script then uses their values.
 */
export function cardDocument(page: CardDocument): string {
  const words = cardCopy(page.locale);
  const { parent, gateway, cardTokenization, kept = null } = page;
  const facts: PageConfig = {
    parent,
    today: dayOf(page.locale, page.now),
    gateway,
    kept,
    // The page gets its keys from `/keys`; the gateway's address stays on the server.
    cardTokenization: cardTokenization.kind === 'jwe' ? { kind: 'jwe' } : cardTokenization,
    // EMV 3-D Secure 2.2, 5.8.1: timeout of the 3DS Method.
    threeDsMethodTimeoutMs: page.threeDsMethodTimeoutMs ?? 10_000,
    words,
  };
  return html`<!doctype html>
    <html lang="${page.locale}" data-mode="${page.mode}" data-ground="${page.ground}">
      <head>
        <meta charset="utf-8" />
        ${{ html: renderBlockingLink }}
        <title>${words['card-fields.title'] ?? ''}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <style nonce="${page.nonce}">
          ${cssText(page.css)}
        </style>
        <script
          type="module"
          nonce="${page.nonce}"
          src="${page.script.path}"
          integrity="${page.script.integrity}"
        ></script>
      </head>
      <body>
        ${cardBrandIcons}
        <form id="card" novalidate>
          <p class="said" id="said" role="status"></p>
          ${
            kept === null
              ? html`${numberField(words)} ${holderField(words)}
                  <div class="pair">${expiryField(words)} ${codeField(words)}</div>`
              : codeField(words)
          }
        </form>
        ${{ html: renderBlockingMarker }}${jsonElement('facts', facts)}
      </body>
    </html> `.html;
}
