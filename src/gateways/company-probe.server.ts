/** Asks a company something harmless, so that an installation knows whether its credentials are accepted. */
import { createHttpClient, type HttpCall, type HttpClientOptions } from '#src/kernel/http/client/http-client.server.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { CompanyEnvs } from './gateway-env.server.ts';

/** A call by which nothing is made, changed, paid or sent. */
export interface HarmlessQuestion {
  /** What is asked, in plain English: `a charge that does not exist`. */
  readonly asks: string;
  readonly client: Pick<HttpClientOptions, 'baseUrl' | 'headers' | 'tls'>;
  readonly call: HttpCall;
  /** Whether an answer shows that the credentials were accepted. */
  readonly accepts: (status: number, json: JsonValue | undefined) => boolean;
  /** The variables that hold the credentials. */
  readonly settings: string;
}

/** What `<company>/probe.server.ts` exports as `probe`. A sentence: why the company cannot be asked; null: no contract. */
export type CompanyProbe = (companies: CompanyEnvs) => HarmlessQuestion | string | null;

/** How a company took its question. */
export type ProbeAnswer =
  | { readonly kind: 'accepted'; readonly asks: string }
  | { readonly kind: 'refused'; readonly status: number; readonly settings: string }
  /** It may be away, or not be what the address should name. */
  | { readonly kind: 'unclear'; readonly reason: string }
  | { readonly kind: 'not-asked'; readonly reason: string };

/** A question waits at most this long; a bank's first connection by mutual TLS takes seconds. */
const budgetMs = 8_000;

/** The answer of one company; null where there is no contract. Files that the question needs may be missing: that throws. */
export async function askCompany(probe: CompanyProbe, companies: CompanyEnvs): Promise<ProbeAnswer | null> {
  const question = probe(companies);
  if (question === null) return null;
  if (typeof question === 'string') return { kind: 'not-asked', reason: question };
  const { asks, call, accepts, settings } = question;
  const client = createHttpClient({ ...question.client, budgetMs });
  try {
    const answer = await client.call(call);
    if (answer.kind !== 'status') return { kind: 'unclear', reason: answer.reason };
    if (accepts(answer.status, answer.json)) return { kind: 'accepted', asks };
    const isRefused = answer.status === 401 || answer.status === 403;
    return isRefused
      ? { kind: 'refused', status: answer.status, settings }
      : { kind: 'unclear', reason: `status ${answer.status}` };
  } finally {
    client.close();
  }
}

/** Basic authentication (RFC 7617). */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** A list without an entry, or no such entry. */
export function foundNothing(status: number): boolean {
  return status === 200 || status === 404;
}
