import type { GatewayAnswer } from '#src/domain/payments/index.ts';
import type { HttpOutcome } from '#src/kernel/http/client/http-client.server.ts';

export type HttpStatusOutcome = Extract<HttpOutcome, { kind: 'status' }>;
export type Unanswered = Extract<GatewayAnswer, { kind: 'unreachable' | 'silent' }>;

/**
 * What a call came to when the company gave no answer that counts; null when it did (2xx and refusals).
 * Not sent, or turned away at the door (429, wrong credentials, or what `isClosed` knows as closed): nothing was done.
 * Silence, a broken answer, a fault over there, or a door that was shut only when the same was sent again: it may have
 * been done.
 */
export function unanswered(answer: HttpOutcome, isClosed: (answer: HttpStatusOutcome) => boolean): Unanswered | null {
  if (answer.kind === 'not-sent') return { kind: 'unreachable', reason: answer.reason };
  if (answer.kind === 'no-answer') return { kind: 'silent', reason: answer.reason };
  const turnedAway = answer.isRepeat ? 'silent' : 'unreachable';
  if ([401, 403, 429].includes(answer.status)) return { kind: turnedAway, reason: `status-${answer.status}` };
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400))
    return { kind: 'silent', reason: `status-${answer.status}` };
  if (answer.status >= 500 && isClosed(answer)) return { kind: turnedAway, reason: 'closed' };
  return answer.status >= 500 ? { kind: 'silent', reason: `status-${answer.status}` } : null;
}

/** The answer is there, but it does not fit what was asked: never believed, so that the outcome stays unknown. */
export function mismatch(what: string): Unanswered {
  return { kind: 'silent', reason: `mismatch-${what}` };
}

/** The answer cannot be read. */
export const unreadable: Unanswered = { kind: 'silent', reason: 'unreadable' };
