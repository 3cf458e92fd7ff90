import { z } from 'zod';
import type { HttpOutcome, HttpClient } from '#src/kernel/http/client/http-client.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';

export interface TokenSource {
  /** A valid token; concurrent callers share one request within `budgetMs`. */
  current(budgetMs: number): Promise<string | Unanswered>;
  /** Marks a token that the bank refused. */
  forget(token: string): void;
}

/** A token is renewed this long before it expires, so that none expires during a call. */
const marginMs = 60_000;

/** Scopes of the shop, in the norm's words; a bank grants those of its contract. */
const parts = ['cob', 'cobv', 'pix', 'webhook', 'rec', 'cobr', 'webhookrec', 'webhookcobr', 'payloadlocationrec'];
const scopes = parts.flatMap((part) => [`${part}.read`, `${part}.write`]);

const grantSchema = z.object({ access_token: z.string().min(1).max(4_096), expires_in: z.number().min(1) });

/** Tokens by OAuth 2 client credentials (RFC 6749, 4.4), kept until shortly before they expire. */
export function createTokenSource(
  client: HttpClient,
  clientId: string,
  clientSecret: string,
  clock: Clock,
): TokenSource {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let kept: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<string | Unanswered> | null = null;

  async function ask(budgetMs: number): Promise<string | Unanswered> {
    const answer: HttpOutcome = await client.call({
      method: 'POST',
      path: '/oauth/token',
      budgetMs,
      headers: { authorization },
      form: {
        grant_type: 'client_credentials',
        scope: scopes.join(' '),
      },
    });
    const failed = unanswered(answer, () => false);
    // Without a token no request reached the API yet, however the token request ended.
    if (failed || answer.kind !== 'status') return { kind: 'unreachable', reason: `token-${failed?.reason ?? 'none'}` };
    const grant = grantSchema.safeParse(answer.json);
    if (!grant.success) return { ...unreadable, kind: 'unreachable' };
    kept = { token: grant.data.access_token, until: clock.now().getTime() + grant.data.expires_in * 1000 - marginMs };
    return grant.data.access_token;
  }

  return {
    async current(budgetMs) {
      if (kept && kept.until > clock.now().getTime()) return kept.token;
      asking ??= ask(budgetMs).finally(() => (asking = null));
      return asking;
    },
    forget(token) {
      if (kept?.token === token) kept = null;
    },
  };
}
