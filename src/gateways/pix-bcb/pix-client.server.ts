import { createHttpClient, type HttpCall, type HttpClientOptions } from '#src/kernel/http/client/http-client.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { createTokenSource } from './access-token.server.ts';
import { problemIn } from './pix.mapping.server.ts';

export interface PixClientConfig {
  /** Up to the part before `/oauth` and `/v2`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  /** Client certificate and key (PEM), which every bank asks for outside tests, and the authority to trust. */
  readonly tls?: NonNullable<HttpClientOptions['tls']>;
  /** Time for a whole call; 8 s when absent. */
  readonly budgetMs?: number;
}

export type PixCall = (call: HttpCall) => Promise<HttpStatusOutcome | Unanswered>;

/** Calls of API Pix with a token, all within one budget; a token that the bank refuses is replaced once. */
export function createPixClient(config: PixClientConfig): PixCall {
  const { baseUrl, budgetMs = 8_000, tls } = config;
  const client = createHttpClient({ baseUrl, ...(tls === undefined ? {} : { tls }) });
  const tokens = createTokenSource(client, config.clientId, config.clientSecret, config.clock);

  return async function call(request) {
    const began = performance.now();
    const left = (): number => Math.max(1, budgetMs - (performance.now() - began));
    for (let again = true; ; again = false) {
      const token = await tokens.current(left());
      if (typeof token !== 'string') return token;
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const answer = await client.call({ ...request, headers, budgetMs: left() });
      const isForgotten = answer.kind === 'status' && answer.status === 401;
      if (isForgotten) tokens.forget(token);
      if (!isForgotten || !again)
        return unanswered(answer, isClosed) ?? (answer.kind === 'status' ? answer : unreadable);
    }
  };
}

/** The norm's error type of a bank in maintenance (`ServicoIndisponivel`, 503). */
function isClosed({ status, json }: HttpStatusOutcome): boolean {
  return status === 503 && problemIn(json) === 'ServicoIndisponivel';
}
