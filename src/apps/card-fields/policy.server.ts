import type { Sealing } from '#src/kernel/sealing/sealing.ts';

/**
 * The response headers of the card-fields origin. Everything is forbidden but what this one page needs: its own script
 * and style by nonce, the font inside that style, its own `/keys`, or
 * the address at which the chosen gateway makes tokens; no cookie is ever set, none is read.
 */
export function documentHeaders(nonce: string, parent: string, sealing: Sealing): Record<string, string> {
  return {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      'font-src data:',
      `connect-src ${sealing.kind === 'jwe' ? "'self'" : new URL(sealing.url).origin}`,
      `frame-ancestors ${parent}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    // A page of another site frames it, and that page may ask for isolation (COEP).
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), display-capture=()',
    'cache-control': 'private, no-cache',
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
