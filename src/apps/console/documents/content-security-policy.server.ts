import { cspReportDirective } from '#src/kernel/http/server/csp-report-path.ts';

/**
 * Headers of the console's document. Its policy allows scripts, fonts and data of its own origin only, style elements with
 * this answer's nonce, and no page that frames it. Strings never become scripts or markup (Trusted Types).
 */
export function documentHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      // Previews of e-mails.
      "frame-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      cspReportDirective,
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // With `no-referrer` a browser sends forms with the origin `null`.
    'referrer-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), display-capture=()',
    'cache-control': 'no-store',
  };
}
