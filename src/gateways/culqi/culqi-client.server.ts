import { z } from 'zod';
import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import type { CulqiEnv } from '#src/gateways/culqi/settings.server.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { notificationKeys } from '../signed-webhook.server.ts';
import { listLimit, mostPages, maxPagesOfRush, readOnMs } from './unverified.ts';

export interface CulqiConfig {
  /** Base address of the API, e.g. `https://api.culqi.com/v2`. */
  readonly baseUrl: string;
  /** Base address at which tokens are made, e.g. `https://secure.culqi.com/v2`. */
  readonly tokenUrl: string;
  /** Makes tokens only. */
  readonly publicKey: string;
  readonly secretKey: string;
  /** Keys of its messages, the newest first. */
  readonly notificationKeys: readonly string[];
  readonly clock: Clock;
  /** Time for a whole call; 8 s when absent. */
  readonly budgetMs?: number;
}

/** What both of Culqi's gateways are made of. */
export function culqiConfig(culqi: CulqiEnv, clock: Clock): CulqiConfig {
  const { url, tokenUrl, publicKey, secretKey, notificationSecret } = culqi;
  return {
    baseUrl: url,
    tokenUrl,
    publicKey,
    secretKey,
    notificationKeys: notificationKeys(notificationSecret),
    clock,
  };
}

export type CulqiAnswer = HttpStatusOutcome | Unanswered;

export interface CulqiClient {
  /** With the secret key. */
  call(request: HttpCall): Promise<CulqiAnswer>;
  /** With the public key, at the address of tokens. */
  token(request: HttpCall): Promise<CulqiAnswer>;
  /**
   * Reads a list from its newest entry until `wanted` finds its entry; null when it is not there. Reading ends at
   * entries older than `since`, so that years of entries are not read.
   */
  search<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    wanted: (one: JsonValue) => T | null,
    since?: Date,
  ): Promise<T | null | Unanswered>;
}

const pageSchema = z.object({
  data: z.array(z.json()),
  paging: z.object({ cursors: z.object({ after: z.string().max(100).nullish() }).nullish() }).nullish(),
});

const datedSchema = z.object({ creation_date: z.number().positive() });

/** When an entry of a list was made, in milliseconds, which not all of its times are; null where it has no time. */
function madeAt(json: JsonValue): number | null {
  const time = datedSchema.safeParse(json).data?.creation_date ?? null;
  return time !== null && time < 1e11 ? time * 1000 : time;
}

export function createCulqiClient(config: CulqiConfig): CulqiClient {
  const budget = config.budgetMs === undefined ? {} : { budgetMs: config.budgetMs };
  const made = (baseUrl: string, key: string) =>
    createHttpClient({ baseUrl, headers: { authorization: `Bearer ${key}` }, ...budget });
  const api = made(config.baseUrl, config.secretKey);
  const tokens = made(config.tokenUrl, config.publicKey);
  const readAnswer = (answer: Awaited<ReturnType<typeof api.call>>): CulqiAnswer =>
    unanswered(answer, isClosed) ?? (answer.kind === 'status' ? answer : unreadable);
  const call = async (request: HttpCall): Promise<CulqiAnswer> => readAnswer(await api.call(request));

  return {
    call,
    token: async (request) => readAnswer(await tokens.call(request)),
    async search(path, query, wanted, since) {
      let after: string | null = null;
      let oldest = Number.POSITIVE_INFINITY;
      // The newest-first order of a list is not certain: reading ends early only while its dates confirm it.
      let isNewestFirst = true;
      const began = performance.now();
      const goesOn = (page: number): boolean =>
        page < mostPages ||
        (since !== undefined && isNewestFirst && page < maxPagesOfRush && performance.now() - began < readOnMs);
      for (let page = 0; goesOn(page); page += 1) {
        const cursor: Record<string, string> = after === null ? {} : { after };
        const answer = await call({ method: 'GET', path, query: { ...query, limit: String(listLimit), ...cursor } });
        if (answer.kind !== 'status') return answer;
        if (answer.status !== 200) return { kind: 'silent', reason: `refused-${problemIn(answer.json).code}` };
        const list = pageSchema.safeParse(answer.json);
        if (!list.success) return unreadable;
        for (const one of list.data.data) {
          const found = wanted(one);
          if (found !== null) return found;
          const date = madeAt(one);
          isNewestFirst &&= date !== null && date <= oldest;
          oldest = date ?? oldest;
        }
        if (since && isNewestFirst && oldest < since.getTime()) return null;
        after = list.data.paging?.cursors?.after ?? null;
        if (after === null) return null;
      }
      return { kind: 'silent', reason: 'list-too-long' };
    },
  };
}

/** Whether a search got no answer. */
export function isUnanswered(found: object): found is Unanswered {
  return 'kind' in found && (found.kind === 'silent' || found.kind === 'unreachable');
}

const problemSchema = z.object({
  type: z.string().max(60).optional(),
  code: z.string().max(60).optional(),
  decline_code: z.string().max(60).optional(),
});

/** Kind of a refusal, and its most specific code. */
export function problemIn(json: JsonValue | undefined): { readonly type: string; readonly code: string } {
  const { type, code, decline_code: decline } = problemSchema.safeParse(json).data ?? {};
  return { type: type ?? 'unknown', code: decline ?? code ?? 'unknown' };
}

/** Culqi refuses all requests during maintenance, with this code. */
function isClosed({ status, json }: HttpStatusOutcome): boolean {
  return status === 503 && problemIn(json).code === 'maintenance';
}
