import { renderBlockingMarker, renderBlockingLink } from '#src/kernel/http/server/render-blocking.ts';
import { cspReportDirective } from '#src/kernel/http/server/csp-report-path.ts';
import type { PageManifest } from './page.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const jsonEscapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON for a `<script>` element: no value can close the element or open a comment. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => jsonEscapes[character] ?? character);
}

/** CSS for a `<style>` element. CSS with `</` is refused. */
export function safeCss(css: string): string {
  if (/<\/|<!--/.test(css)) throw new Error('A style sheet must not contain markup');
  return css;
}

/** The parts of a document. Except for `head`'s plain strings, all of it is safe HTML. */
export interface DocumentParts {
  readonly lang: string;
  readonly title: string;
  readonly mode: 'dark' | 'light';
  readonly nonce: string;
  readonly css: string;
  /** Markup before the style sheet that requests the fonts as early as possible. */
  readonly early: string;
  /** Markup for the head: icons, refresh. */
  readonly head: string;
  /** The shell around the page: `before` ends inside the element `#root`, `after` closes it. */
  readonly before: string;
  readonly root: string;
  readonly after: string;
  /** Null for pages without behaviour: no script, no data. */
  readonly script: {
    readonly entry: string;
    readonly preloads: readonly string[];
    /** Scripts of the shown parts; they run before hydration. */
    readonly parts?: readonly string[];
    readonly next: readonly string[];
    readonly data: unknown;
    /** The web-vitals script, and the page's name in its reports; null where nothing is measured. */
    readonly webVitals?: { readonly file: string; readonly page: string } | null;
  } | null;
}

/** One complete HTML document. */
export function renderDocument(parts: DocumentParts): string {
  const { nonce, script } = parts;
  const preloads =
    script?.preloads.map((href) => `<link rel="modulepreload" nonce="${nonce}" href="${href}">`).join('') ?? '';
  const scripts = script
    ? `<script type="application/json" id="page-data">${escapeJson(script.data)}</script>` +
      `<script type="module" nonce="${nonce}" src="${script.entry}"${listAttribute('parts', script.parts ?? [])}${listAttribute('next', script.next)}${webVitalsAttributes(script.webVitals)}></script>`
    : '';
  return (
    `<!doctype html><html lang="${parts.lang}" data-mode="${parts.mode}"><head><meta charset="utf-8">${renderBlockingLink}` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(parts.title)}</title>` +
    `${parts.early}<style nonce="${nonce}">${parts.css}</style>${parts.head}${preloads}</head>` +
    `<body>${parts.before}${parts.root}${parts.after}${renderBlockingMarker}${scripts}</body></html>`
  );
}

/** A page's document, and its scripts by descending size. */
export interface PageDocument {
  readonly html: string;
  readonly scripts: readonly string[];
}

/**
 * The `Link` header that lets a browser fetch the page's scripts (HTML standard, `modulepreload`) before the document
 * arrives. Empty for pages without scripts.
 */
export function preloadHeader(scripts: readonly string[], nonce: string): Record<string, string> {
  if (scripts.length === 0) return {};
  return { link: scripts.map((href) => `<${href}>; rel=modulepreload; nonce="${nonce}"`).join(', ') };
}

/** Addresses for the page's own script: parts to await, and assets of the next page. */
function listAttribute(name: string, list: readonly string[]): string {
  return list.length > 0 ? ` data-${name}="${list.join(' ')}"` : '';
}

/** Fetched by the page's own script after the load event. */
function webVitalsAttributes(webVitals: { readonly file: string; readonly page: string } | null | undefined): string {
  return webVitals ? ` data-web-vitals="${escapeHtml(webVitals.file)}" data-page="${escapeHtml(webVitals.page)}"` : '';
}

export interface PolicyOptions {
  readonly nonce: string;
  readonly hasScript: boolean;
  /** Origins of frames on this page. */
  readonly frames: readonly string[];
  /** Other origins to which a form of this page may post (the hidden form into a bank's frame). */
  readonly formTargets: readonly string[];
  /** Whether our own pages may frame this one. */
  readonly isFrameable?: boolean;
  /** Whether the page plays our videos. */
  readonly hasVideo?: boolean;
  /** Origins of the tag manager's tags, on pages with a container; absent on all others. */
  readonly tagManager?: TagManagerOrigins | null;
}

/** Origins of a tag manager and of its tags' collectors. */
export interface TagManagerOrigins {
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly calls: readonly string[];
}

/**
 * Content-Security-Policy (level 3) of one response. Scripts run only with the nonce. Trusted Types are required and no
 * policy may be created, because no page sets HTML from strings.
 */
export function contentPolicy(options: PolicyOptions): string {
  const { nonce, hasScript, frames, formTargets, isFrameable = false, hasVideo = false, tagManager = null } = options;
  const runs = hasScript || tagManager !== null;
  return [
    "default-src 'none'",
    runs
      ? ['script-src', `'nonce-${nonce}'`, "'strict-dynamic'", ...(tagManager?.scripts ?? [])].join(' ')
      : "script-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...(tagManager?.images ?? [])].join(' '),
    // Fonts are embedded in their style sheet.
    'font-src data:',
    ...(hasVideo ? ["media-src 'self'"] : []),
    runs ? ["connect-src 'self'", ...(tagManager?.calls ?? [])].join(' ') : "connect-src 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    `frame-ancestors ${isFrameable ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    // A container injects scripts: Trusted Types would break it, and its pages take no payment.
    ...(tagManager === null ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
    cspReportDirective,
  ].join('; ');
}

const cacheRules: Readonly<Record<PageManifest['cache'], string>> = {
  form: 'private, no-cache',
  secret: 'private, no-store',
  public: 'public, max-age=60',
};

const features = [
  'camera',
  'geolocation',
  'microphone',
  'usb',
  'payment',
  'browsing-topics',
  'display-capture',
  'publickey-credentials-get',
];

/** The headers of every page, from its manifest. `isHttps` follows the configured public origin. */
export function pageHeaders(
  manifest: Pick<PageManifest, 'cache' | 'referrer'>,
  policy: string,
  isHttps: boolean,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': cacheRules[manifest.cache],
    'referrer-policy': manifest.referrer ?? 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': features.map((feature) => `${feature}=()`).join(', '),
    vary: 'Accept-Encoding, Cookie, Sec-CH-UA-Mobile',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
