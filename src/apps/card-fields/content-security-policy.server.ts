import { cspReportDirective } from '#src/kernel/http/server/csp-report-path.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';

/**
 * The response headers of the card-fields origin. Everything is forbidden but what this one page needs: its own script
 * and style by nonce, the font inside that style, its own `/keys`, or the address at which the chosen gateway makes
 * tokens, and where banks look at the browser (3DS Method) their known origins in a frame; no cookie is ever set, none is
 * read.
 */
export function documentHeaders(
  nonce: string,
  parent: string,
  cardTokenization: CardTokenization,
): Record<string, string> {
  const looks = cardTokenization.kind === 'jwe' ? (cardTokenization.looks?.origins ?? []) : [];
  return {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      'font-src data:',
      `connect-src ${cardTokenization.kind === 'jwe' ? "'self'" : new URL(cardTokenization.url).origin}`,
      // The bank's page ends on one of ours.
      ...(looks.length > 0 ? [`frame-src 'self' ${looks.join(' ')}`] : []),
      `frame-ancestors ${parent}`,
      "base-uri 'none'",
      `form-action ${looks.join(' ') || "'none'"}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      cspReportDirective,
    ].join('; '),
    // A page of another site frames it, and that page may ask for isolation (COEP).
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), display-capture=()',
    'cache-control': 'private, no-cache',
  };
}

/** Of the page on which a bank's look at the browser ends: it says so to the page of ours around it, and nothing else. */
export function endHeaders(nonce: string, checkoutOrigins: readonly string[]): Record<string, string> {
  return {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `frame-ancestors 'self' ${checkoutOrigins.join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      cspReportDirective,
    ].join('; '),
    'cache-control': 'no-store',
  };
}

/** Headers of every answer; a file or `/keys` adds its own content type and cache rule. */
export const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
