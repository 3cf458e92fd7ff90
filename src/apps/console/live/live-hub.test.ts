import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { staffActor } from '#tests/support/worlds/console-world.server.ts';
import { createLiveHub, type LiveEvent, liveLimits, topicSignal } from './live-hub.server.ts';

const subjects = new Map([
  ['ord_school', { brand: 'school', seller: 'ana' }],
  ['ord_other', { brand: 'other', seller: 'bia' }],
]);

function openHub() {
  const listeners = new Set<(name: string) => void>();
  const emit = (name: string): void => {
    for (const listener of listeners) listener(name);
  };
  const asked: (readonly string[])[] = [];
  const hub = createLiveHub({
    signals: { emit, onAny: (listener) => (listeners.add(listener), () => void listeners.delete(listener)) },
    subjectsOf: async (ids) => {
      asked.push(ids);
      return new Map([...subjects].filter(([id]) => ids.includes(id)));
    },
    log: { warn: () => undefined },
  });
  return { hub, emit, asked };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the live hub', () => {
  test('names to each person the sales of their scope only, once for changes of one moment', async () => {
    const { hub, emit, asked } = openHub();
    const heard: Record<string, LiveEvent[]> = { brand: [], seller: [], other: [], people: [] };
    const listen = (name: keyof typeof heard, grants: Parameters<typeof staffActor>[1]) =>
      hub.subscribe(staffActor(name, grants), (event) => heard[name]?.push(event));
    listen('brand', ['help@brand:school']);
    listen('seller', ['seller@seller:school/ana']);
    listen('other', ['help@brand:other', 'seller@seller:school/bia']);
    listen('people', ['people@*']);
    for (const name of ['ord_school', 'ord_school', 'ord_nobody', 'ord_school']) emit(name);
    await vi.advanceTimersByTimeAsync(400);
    expect(asked).toEqual([['ord_school', 'ord_nobody']]);
    const named = [{ event: 'sale', data: 'ord_school' }];
    expect(heard).toEqual({ brand: named, seller: named, other: [], people: [] });
  });

  test('passes topics to everybody, and too many sales at once as one word', async () => {
    const { hub, emit, asked } = openHub();
    const heard: LiveEvent[] = [];
    hub.subscribe(staffActor('ana', ['help@*']), (event) => heard.push(event));
    hub.topicChanged('approvals');
    for (let number = 0; number <= 50; number += 1) emit(`ord_${number}`);
    await vi.advanceTimersByTimeAsync(400);
    expect(heard).toEqual([
      { event: 'topic', data: 'approvals' },
      { event: 'topic', data: 'sales' },
    ]);
    expect(asked).toEqual([]);
  });

  test('passes on what another process said of a list, which knows only the name of its signal', async () => {
    const { hub, emit } = openHub();
    const heard: LiveEvent[] = [];
    hub.subscribe(staffActor('ana', ['help@*']), (event) => heard.push(event));
    for (const topic of ['tasks', 'exports', 'exports'] as const) emit(topicSignal(topic));
    await vi.advanceTimersByTimeAsync(400);
    expect(heard).toEqual([
      { event: 'topic', data: 'tasks' },
      { event: 'topic', data: 'exports' },
    ]);
  });

  test('reads nothing while nobody listens, and nothing for whoever has left', async () => {
    const { hub, emit, asked } = openHub();
    emit('ord_school');
    const stop = hub.subscribe(staffActor('ana', ['help@*']), () => undefined);
    stop?.();
    emit('ord_school');
    await vi.advanceTimersByTimeAsync(400);
    expect(asked).toEqual([]);
  });

  test('takes so many streams of one person, and the next after one ended', () => {
    const { hub } = openHub();
    const open = (name: string) => hub.subscribe(staffActor(name, ['help@*']), () => undefined);
    const first = open('ana');
    for (let count = 1; count < liveLimits.person; count += 1) expect(open('ana')).not.toBeNull();
    expect([open('ana'), open('bia') === null]).toEqual([null, false]);
    first?.();
    expect(open('ana')).not.toBeNull();
  });
});
