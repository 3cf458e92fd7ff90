import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Arrival } from './delivery.repository.server.ts';
import { gatherArrivals } from './gather-arrivals.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const arrival = (eventId: bigint): Arrival => ({ eventId, status: 200, at: new Date('2026-11-21T12:00:00Z') });

/** A book in which nothing can be written while `isBroken`. */
function createBook() {
  const book = { notes: [] as bigint[][], isBroken: false, tries: 0, arrivals: gatherArrivals(note, 500) };
  async function note(arrived: readonly Arrival[]): Promise<void> {
    book.tries += 1;
    await Promise.resolve();
    if (book.isBroken) throw new Error('deadlock detected');
    book.notes.push(arrived.map(({ eventId }) => eventId));
  }
  return book;
}

test('what arrives together is noted together, at the end', async () => {
  const { arrivals, notes } = createBook();
  for (const eventId of [1n, 2n, 3n]) arrivals.add(arrival(eventId));
  await arrivals.end();
  expect(notes).toEqual([[1n, 2n, 3n]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what arrived is noted a moment after the first of it, though the end is far away', async () => {
  const { arrivals, notes } = createBook();
  arrivals.add(arrival(1n));
  await vi.advanceTimersByTimeAsync(499);
  arrivals.add(arrival(2n));
  expect(notes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(notes).toEqual([[1n, 2n]]);
  arrivals.add(arrival(3n));
  await vi.advanceTimersByTimeAsync(500);
  expect(notes).toEqual([[1n, 2n], [3n]]);
  await arrivals.end();
  expect(notes).toHaveLength(2);
});

test('what could not be noted is noted with what came since', async () => {
  const book = createBook();
  book.isBroken = true;
  book.arrivals.add(arrival(1n));
  await vi.advanceTimersByTimeAsync(500);
  book.arrivals.add(arrival(2n));
  book.isBroken = false;
  await book.arrivals.end();
  expect(book.notes).toEqual([[1n, 2n]]);
});

test('it is tried again although nothing else comes', async () => {
  const book = createBook();
  book.isBroken = true;
  book.arrivals.add(arrival(1n));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(book.tries).toBe(2);
  book.isBroken = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(book.notes).toEqual([[1n]]);
});

test('what cannot be noted even at the end is said, and no clock runs on', async () => {
  const book = createBook();
  book.isBroken = true;
  book.arrivals.add(arrival(1n));
  await vi.advanceTimersByTimeAsync(500);
  await expect(book.arrivals.end()).rejects.toThrow('deadlock');
  expect(vi.getTimerCount()).toBe(0);
});
