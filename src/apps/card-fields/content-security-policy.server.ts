import { cspReportDirective } from '#src/kernel/http/server/csp-report-path.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';

/**
 * Response headers of the card-fields document. Its policy allows only: its script and style by nonce, the font inside that
 * style, `/keys` or the gateway's token endpoint, and frames of the issuers' known 3DS Method origins. No cookie is set or
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
      // The issuer's page ends with a redirect to `/look-end`.
      ...(looks.length > 0 ? [`frame-src 'self' ${looks.join(' ')}`] : []),
      `frame-ancestors ${parent}`,
      "base-uri 'none'",
      `form-action ${looks.join(' ') || "'none'"}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      cspReportDirective,
    ].join('; '),
    // The framing page is cross-origin and may require COEP.
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), display-capture=()',
    'cache-control': 'private, no-cache',
  };
}

/** Response headers of `/look-end`. Its policy allows only the script that reports the end to the card fields. */
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

/** Headers of every response; files and `/keys` add content type and caching. */
export const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
