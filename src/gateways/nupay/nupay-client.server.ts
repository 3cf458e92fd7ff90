import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { backOffSeconds } from './nupay.facts.ts';
import { codeIn } from './nupay.mapping.server.ts';

export interface NuPayClientConfig {
  readonly url: string;
  readonly merchantKey: string;
  readonly merchantToken: string;
  /** Time for a whole call, pauses included; 8 s when absent. */
  readonly budgetMs?: number;
}

export type NuPayCall = (call: HttpCall) => Promise<HttpStatusOutcome | Unanswered>;

/** Calls with the merchant's key and token. After a 429 it waits (1, 2, 4 s) as long as the call's time allows. */
export function createNuPayClient(config: NuPayClientConfig): NuPayCall {
  const { budgetMs = 8_000 } = config;
  const client = createHttpClient({
    baseUrl: config.url,
    headers: { 'x-merchant-key': config.merchantKey, 'x-merchant-token': config.merchantToken },
  });

  return async function call(request) {
    const began = performance.now();
    const left = (): number => budgetMs - (performance.now() - began);
    for (let tries = 0; ; tries += 1) {
      const answer = await client.call({ ...request, budgetMs: Math.max(1, left()) });
      const waitMs = (backOffSeconds[tries] ?? Infinity) * 1000;
      const isTooFast = answer.kind === 'status' && answer.status === 429;
      if (!isTooFast || waitMs >= left())
        return unanswered(answer, isClosed) ?? (answer.kind === 'status' ? answer : unreadable);
      await new Promise((resume) => setTimeout(resume, waitMs));
    }
  };
}

/** NuPay refuses all requests during maintenance, with this code. */
function isClosed({ status, json }: HttpStatusOutcome): boolean {
  return status === 503 && codeIn(json) === 'maintenance';
}
