import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postWithRetry } from './send-form.ts';

const away = (): Response =>
  new Response(JSON.stringify({ kind: 'away' }), { status: 503, headers: { 'retry-after': '5' } });
const good = (): Response => new Response('{"kind":"redirect","to":"/parsing"}');

const sent: string[] = [];
const says: Response[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_address: string, { body }: { readonly body: URLSearchParams }) => {
    sent.push(String(body));
    return Promise.resolve(says.shift() ?? away());
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sent.length = 0;
  says.length = 0;
});

const body = new URLSearchParams({ key: 'the same', method: 'any' });

test('a form that meets a database which is away is sent again, word for word, once it may be back', async () => {
  says.push(away(), away(), good());
  const onAway = vi.fn<() => void>();
  const answer = postWithRetry('/payment', body, onAway);
  await vi.advanceTimersByTimeAsync(4_999);
  expect([sent.length, onAway.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(5_001);
  expect((await answer)?.ok).toBe(true);
  expect(sent).toEqual([String(body), String(body), String(body)]);
});

test('a form restored by the browser is idle again and shows no failure', async () => {
  const answer = postWithRetry('/payment', body, () => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toBeNull();
  expect(sent.length).toBeLessThanOrEqual(10);
  const before = sent.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBe(before);
});

test('any other answer is the answer', async () => {
  says.push(new Response('', { status: 503 }));
  expect((await postWithRetry('/payment', body, () => undefined))?.status).toBe(503);
  expect(sent).toHaveLength(1);
});
