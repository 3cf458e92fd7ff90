import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { z } from 'zod';
import type { JsonValue } from '#src/kernel/json/json.ts';

export interface PointsClubAddress {
  readonly baseUrl: string;
  readonly user: string;
  readonly secret: string;
  /** Time for a whole call. */
  readonly budgetMs: number;
}

export type PointsClubCall = (request: HttpCall) => Promise<HttpStatusOutcome | Unanswered>;

/** Client of the programme: JSON, Basic auth. Its 503 comes before processing. */
export function pointsClubCalls({ baseUrl, user, secret, budgetMs }: PointsClubAddress): PointsClubCall {
  const basic = Buffer.from(`${user}:${secret}`).toString('base64');
  const client = createHttpClient({ baseUrl, budgetMs, headers: { authorization: `Basic ${basic}` } });
  return async (request) => {
    const answer = await client.call(request);
    const none = unanswered(answer, ({ status }) => status === 503);
    return none ?? (answer.kind === 'status' ? answer : unreadable);
  };
}

/** The code of a refusal; `unknown` when it names none. */
export function codeIn(json: JsonValue | undefined): string {
  return z.object({ code: z.string().max(60) }).safeParse(json).data?.code ?? 'unknown';
}
