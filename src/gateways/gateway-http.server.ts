import type { GatewayAnswer } from '#src/domain/payments/index.ts';
import type { HttpOutcome } from '#src/kernel/http/client/http-client.server.ts';

export type HttpStatusOutcome = Extract<HttpOutcome, { kind: 'status' }>;
export type Unanswered = Extract<GatewayAnswer, { kind: 'unreachable' | 'silent' }>;

/**
 * Why a company's answer does not count; null when it does (2xx and refusals). Not sent, or refused before processing
 * (429, wrong credentials, or codes that `isClosed` recognises): nothing was done. No answer, a broken answer, a server
 * error, or a refusal of a repeated request: it may have been done.
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

/** The answer does not fit the request: never believed, so that the outcome stays unknown. */
export function mismatch(what: string): Unanswered {
  return { kind: 'silent', reason: `mismatch-${what}` };
}

/** The answer cannot be read. */
export const unreadable: Unanswered = { kind: 'silent', reason: 'unreadable' };
