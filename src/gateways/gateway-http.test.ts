import { describe, expect, test } from 'vitest';
import { unanswered } from './gateway-http.server.ts';

const status = (code: number, isRepeat = false) =>
  ({ kind: 'status', status: code, headers: {}, json: {}, isRepeat }) as const;
const never = (): boolean => false;

describe('what a call came to', () => {
  test.each([200, 201, 202, 204, 400, 404, 409, 422])('%i is an answer', (code) => {
    expect(unanswered(status(code), never)).toBeNull();
  });

  test.each([401, 403, 429])('%i was turned away before anything was done', (code) => {
    expect(unanswered(status(code), never)).toEqual({ kind: 'unreachable', reason: `status-${code}` });
  });

  test.each([500, 502, 503, 504, 302, 100])('%i leaves open what was done', (code) => {
    expect(unanswered(status(code), never)).toEqual({ kind: 'silent', reason: `status-${code}` });
  });

  test('a company that says it is closed has done nothing', () => {
    expect(unanswered(status(503), () => true)).toEqual({ kind: 'unreachable', reason: 'closed' });
    expect(unanswered(status(200), () => true)).toBeNull();
  });

  test.each([401, 403, 429, 503])('T-28 %i to what was sent before leaves open what the first sending did', (code) => {
    expect(unanswered(status(code, true), () => true)).toMatchObject({ kind: 'silent' });
  });

  test('not sent and not answered are told apart', () => {
    expect(unanswered({ kind: 'not-sent', reason: 'refused' }, never)).toEqual({
      kind: 'unreachable',
      reason: 'refused',
    });
    expect(unanswered({ kind: 'no-answer', reason: 'timed-out' }, never)).toEqual({
      kind: 'silent',
      reason: 'timed-out',
    });
  });
});
