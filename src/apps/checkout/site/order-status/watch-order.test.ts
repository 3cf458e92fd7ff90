import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readOrderStatus, orderStateKey } from './order-status.ts';
import { watchOrder } from './watch-order.ts';

const status = (state: string, attempt = 'awaiting-buyer') =>
  JSON.stringify({
    state,
    attempt: { id: 'att_1', state: attempt, declineCode: null, expiresAt: '2026-11-20T12:00:00Z' },
  });
const knownState = 'open/att_1/awaiting-buyer';

/** A stream that the test pushes into. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static made: Stream[] = [];
  readyState = 1;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    Stream.made.push(this);
  }

  close(): void {
    this.readyState = Stream.CLOSED;
  }

  push(text: string): void {
    this.dispatchEvent(Object.assign(new Event('status'), { data: text }));
  }

  fail(isOver: boolean): void {
    if (isOver) this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let windowEvents = new EventTarget();
let answers: string[] = [];
let looks = 0;
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  Stream.made = [];
  answers = [];
  looks = 0;
  asked = [];
  windowEvents = new EventTarget();
  page.visibilityState = 'visible';
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents));
  vi.stubGlobal('fetch', async (address: string) => {
    looks += 1;
    asked.push(address);
    return new Response(answers.shift() ?? status('open'));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function watch() {
  const onChange = vi.fn<() => void>();
  return { onChange, stop: watchOrder({ orderId: 'ord_1', knownState, onChange }) };
}

describe('watchOrder', () => {
  test('hears the push, once, and only what differs from the page', () => {
    const { onChange } = watch();
    const [stream] = Stream.made;
    expect(stream?.address).toBe('/api/v1/order/ord_1/events');
    stream?.push(status('open'));
    expect(onChange).not.toHaveBeenCalled();
    stream?.push(status('paid', 'captured'));
    stream?.push(status('refunded', 'captured'));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(stream?.readyState).toBe(Stream.CLOSED);
  });

  test('looks after 2, 5 and then every 10 seconds when the stream is refused', async () => {
    const { onChange, stop } = watch();
    Stream.made[0]?.fail(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(looks).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(looks).toBe(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks).toBe(4);
    answers.push(status('paid', 'captured'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onChange).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(5);
    stop();
  });

  test('says that it asks while a buyer who came back waits for the answer', async () => {
    const onCheck = vi.fn<(isChecking: boolean) => void>();
    const stop = watchOrder({ orderId: 'ord_1', knownState, onChange: vi.fn<() => void>(), onCheck });
    expect(onCheck).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('visibilitychange'));
    expect(onCheck.mock.calls).toEqual([[true]]);
    expect(asked).toEqual(['/api/v1/order/ord_1/status?back=1']);
    await vi.advanceTimersByTimeAsync(0);
    expect(onCheck.mock.calls).toEqual([[true], [false]]);
    stop();
  });

  test('a stream that opens and says nothing is not believed', async () => {
    const { stop } = watch();
    await vi.advanceTimersByTimeAsync(7000);
    expect(Stream.made[0]?.readyState).toBe(Stream.CLOSED);
    expect(looks).toBe(1);
    stop();
  });

  test('looks at once when the buyer comes back from the bank’s app', async () => {
    const { onChange } = watch();
    Stream.made[0]?.push(status('open'));
    answers.push(status('paid', 'captured'));
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(asked).toEqual(['/api/v1/order/ord_1/status?back=1']);
  });

  test('asks nothing while the page is hidden', async () => {
    const { stop } = watch();
    Stream.made[0]?.fail(true);
    page.visibilityState = 'hidden';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(0);
    stop();
  });

  test('lets go when the page is put away and takes up again when it comes back', async () => {
    const { onChange, stop } = watch();
    windowEvents.dispatchEvent(new Event('pagehide'));
    expect(Stream.made[0]?.readyState).toBe(Stream.CLOSED);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(0);
    windowEvents.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(Stream.made).toHaveLength(2);
    Stream.made[1]?.push(status('paid', 'captured'));
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
  });

  test('an answer that is none changes nothing', async () => {
    const { onChange, stop } = watch();
    for (const text of ['', 'null', '{}', '{"state":1}', '<html>', '{"state":"paid","attempt":{"id":"x"}}'])
      Stream.made[0]?.push(text);
    expect(onChange).not.toHaveBeenCalled();
    stop();
  });
});

test('an order without an attempt has a standing too', () => {
  const read = readOrderStatus('{"state":"open","attempt":null}');
  expect(read && orderStateKey(read)).toBe('open//');
});
