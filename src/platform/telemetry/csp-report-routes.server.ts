import type { FastifyInstance } from 'fastify';
import type { CspReportCollector, CspReportSource } from './csp-report-collector.server.ts';
import { readCspReports } from './csp-report.ts';
import { cspReportsPath } from '../../kernel/http/server/csp-report-path.ts';

export interface CspReportRouteOptions extends Omit<CspReportSource, 'address'> {
  readonly collector: CspReportCollector;
  /** Headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser that was offline sends some dozens at once, each with the whole policy in it. */
const bodyLimit = 64 * 1024;

/**
 * `POST /policy-reports`: browsers report violations of a page's policy here, in either of their two formats. The answer is
 * empty; reports of other sites' pages are ignored.
 */
export function addCspReportRoute(
  app: FastifyInstance,
  { collector, origin, pageAt, headers = {} }: CspReportRouteOptions,
): void {
  void app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, parsed(String(body))),
    );
    reports.post(cspReportsPath, (request, reply) => {
      void reply.headers({ ...headers, 'cache-control': 'no-store' });
      if (isCrossSite(request.headers, origin)) return reply.code(403).send();
      const read = readCspReports(request.body);
      const isTaken = collector.take(read ?? [], { address: request.ip, origin, pageAt });
      if (!isTaken) return reply.code(429).send();
      return reply.code(read === null ? 400 : 204).send();
    });
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** A report's request has the origin of its page, or `null` for a page without a referrer. */
function isCrossSite(
  headers: { readonly origin?: string | undefined; readonly 'sec-fetch-site'?: string | undefined },
  own: string,
): boolean {
  const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = headers;
  return (origin !== 'null' && origin !== own) || site === 'cross-site';
}
