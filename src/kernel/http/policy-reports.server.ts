import type { FastifyInstance } from 'fastify';
import type { PolicyDesk, ReportingPage } from '../monitoring/policy-desk.server.ts';
import { readPolicyReports } from '../monitoring/policy-report.ts';
import { policyReportsPath } from './report-address.ts';

export interface PolicyReportsRoute extends Omit<ReportingPage, 'address'> {
  readonly desk: PolicyDesk;
  /** Headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser that was away brings some dozens at once, each with the whole policy in it. */
const bodyLimit = 64 * 1024;

/**
 * `POST /policy-reports`: browsers tell here what a page's policy refused, in either of their two formats. Nothing is
 * answered; pages of others are not listened to.
 */
export function takePolicyReports(
  app: FastifyInstance,
  { desk, origin, pageAt, headers = {} }: PolicyReportsRoute,
): void {
  void app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, parsed(String(body))),
    );
    reports.post(policyReportsPath, (request, reply) => {
      void reply.headers({ ...headers, 'cache-control': 'no-store' });
      if (isOfStranger(request.headers, origin)) return reply.code(403).send();
      const read = readPolicyReports(request.body);
      const isTaken = desk.take(read ?? [], { address: request.ip, origin, pageAt });
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

/** A report carries the origin of its page, or `null` where that page tells nobody of its address. */
function isOfStranger(
  headers: { readonly origin?: string | undefined; readonly 'sec-fetch-site'?: string | undefined },
  own: string,
): boolean {
  const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = headers;
  return (origin !== 'null' && origin !== own) || site === 'cross-site';
}
