import type { GatewayAnswer } from '#src/domain/payments/index.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { HttpStatusOutcome, Unanswered } from '../gateway-http.server.ts';
import { isReturnable, returnFits } from './api-pix.rules.ts';
import type { PixCall } from './pix-client.server.ts';
import { problemIn, readPix, readReturn, refundOf } from './pix.mapping.server.ts';

/** Retries of a failed return, each under a new id. */
const returnTries = 3;

/**
 * Returns a part of a received Pix, by an id of ours. The bank processes it for a while (`EM_PROCESSAMENTO`): then the
 * fact has no movement yet, and the same call reads its state later. A failed return is requested again under the next
 * id.
 */
export function createRefunds(
  call: PixCall,
  clock: Clock,
): (endToEndId: string, id: string, valor: string, reference: string) => Promise<GatewayAnswer> {
  /** Requests a return; a used id is read. */
  async function ask(endToEndId: string, id: string, valor: string): Promise<HttpStatusOutcome | Unanswered> {
    const path = `/v2/pix/${encodeURIComponent(endToEndId)}/devolucao/${id}`;
    const asked = await call({ method: 'PUT', path, json: { valor } });
    if (asked.kind !== 'status' || asked.status !== 400) return asked;
    const before = await call({ method: 'GET', path });
    return before.kind === 'status' && before.status === 404 ? asked : before;
  }

  /** The norm's rule behind a bank's refusal of a return, where it can be derived. */
  async function obstacle(endToEndId: string, valor: string): Promise<string> {
    const shown = await call({ method: 'GET', path: `/v2/pix/${encodeURIComponent(endToEndId)}` });
    const pix = shown.kind === 'status' && shown.status === 200 ? readPix(shown.json) : null;
    if (!pix) return 'unknown';
    if (!isReturnable(new Date(pix.horario), clock.now())) return 'window-over';
    const before = (pix.devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO');
    const values = before.map((one) => one.valor);
    return returnFits(pix.valor, values, valor) ? 'unknown' : 'more-than-paid';
  }

  return async function refundPix(endToEndId, id, valor, reference) {
    for (let count = 1; count <= returnTries; count += 1) {
      const answer = await ask(endToEndId, `${id}${count}`, valor);
      if (answer.kind !== 'status') return answer;
      if (answer.status === 404) return { kind: 'not-found' };
      const back = answer.status < 300 ? readReturn(answer.json) : null;
      if (!back) {
        const why = await obstacle(endToEndId, valor);
        return { kind: 'silent', reason: `refused-${why === 'unknown' ? problemIn(answer.json) : why}` };
      }
      if (back.status === 'NAO_REALIZADO') continue;
      const movements = back.status === 'DEVOLVIDO' ? [refundOf(back)] : [];
      return { kind: 'fact', fact: { state: 'captured', reference, movements, at: clock.now() } };
    }
    return { kind: 'silent', reason: 'return-not-made' };
  };
}
