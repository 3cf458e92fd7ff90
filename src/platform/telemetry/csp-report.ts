import { z } from 'zod';

/** The stored part of one report: words of ours and an origin. No query, no text of the page, no address of a visitor. */
export interface CspReport {
  /** The violated directive: one of the known ones, or `other`. */
  readonly directive: string;
  /** The blocked source: `inline`, `eval`, `self`, a scheme (`data`, `blob`) or an origin. */
  readonly blocked: string;
  /** Origin of the page, and the path of its address. */
  readonly origin: string;
  readonly path: string;
  /** Whether a browser extension caused it: not our page or a network in between. */
  readonly isOfExtension: boolean;
}

/** Any other directive of CSP level 3 becomes `other`: senders cannot add new ones. */
const directives: ReadonlySet<string> = new Set([
  ...['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr'],
  ...['img-src', 'font-src', 'media-src', 'connect-src', 'frame-src', 'child-src', 'worker-src', 'object-src'],
  ...['manifest-src', 'default-src', 'form-action', 'frame-ancestors', 'base-uri'],
  ...['require-trusted-types-for', 'trusted-types'],
]);

const extension = /^(?:chrome|moz|safari|safari-web|ms-browser)-extension(?::|$)/;
/** `inline`, `eval`, `trusted-types-sink`, and schemes that browsers name alone. */
const word = /^[a-z][a-z0-9.+-]{0,30}$/;
const longestOrigin = 100;

/** The members that are read of a report; the body's limit bounds other texts. */
const text = z.string().catch('');
/** `application/csp-report` (CSP level 2). */
const older = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
});
/** One of `application/reports+json` (Reporting API). */
const newer = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text }),
});

/** Most reports of one request: further ones are not parsed. */
const maxReports = 50;

/** The reports in a body, in either format; reports of other kinds are left out. Null: it holds no report. */
export function readCspReports(body: unknown): readonly CspReport[] | null {
  if (Array.isArray(body)) {
    const first = body.slice(0, maxReports).map((one) => newer.safeParse(one));
    const read = first.flatMap(({ data }) => (data ? [data.body] : []));
    return read.map((one) => reportOf(one.effectiveDirective, one.blockedURL, one.documentURL, one.sourceFile));
  }
  const { data } = older.safeParse(body);
  if (!data) return null;
  const report = data['csp-report'];
  const directive = report['effective-directive'] || report['violated-directive'];
  return [reportOf(directive, report['blocked-uri'], report['document-uri'], report['source-file'])];
}

function reportOf(directive: string, blocked: string, page: string, source: string): CspReport {
  const [name = ''] = directive.split(' ', 1);
  const { origin, pathname } = URL.canParse(page) ? new URL(page) : { origin: '', pathname: '' };
  return {
    directive: directives.has(name) ? name : 'other',
    blocked: blockedOf(blocked, origin),
    ...{ origin, path: pathname },
    isOfExtension: extension.test(blocked) || extension.test(source),
  };
}

function blockedOf(blocked: string, own: string): string {
  // Older browsers leave the source of inline code empty.
  if (blocked === '') return 'inline';
  if (word.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'other';
  const { origin, protocol } = new URL(blocked);
  const isAddress = origin !== 'null' && protocol !== 'blob:';
  if (isAddress && origin === own) return 'self';
  const place = isAddress ? origin : protocol.slice(0, -1);
  return place.length <= longestOrigin ? place : 'other';
}
