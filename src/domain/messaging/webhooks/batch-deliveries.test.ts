import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CompletedDelivery } from './delivery.repository.server.ts';
import { batchDeliveries } from './batch-deliveries.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const delivery = (eventId: bigint): CompletedDelivery => ({
  eventId,
  status: 200,
  at: new Date('2026-11-21T12:00:00Z'),
  ms: 12,
});

/** A book in which nothing can be written while `isBroken`. */
function createBook() {
  const book = { notes: [] as bigint[][], isBroken: false, tries: 0, deliveries: batchDeliveries(note, 500) };
  async function note(arrived: readonly CompletedDelivery[]): Promise<void> {
    book.tries += 1;
    await Promise.resolve();
    if (book.isBroken) throw new Error('deadlock detected');
    book.notes.push(arrived.map(({ eventId }) => eventId));
  }
  return book;
}

test('delivery batch: deliveries of one moment are recorded together, at the end', async () => {
  const { deliveries, notes } = createBook();
  for (const eventId of [1n, 2n, 3n]) deliveries.add(delivery(eventId));
  await deliveries.end();
  expect(notes).toEqual([[1n, 2n, 3n]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('delivery batch: deliveries are recorded a moment after the first one, though the end is far away', async () => {
  const { deliveries, notes } = createBook();
  deliveries.add(delivery(1n));
  await vi.advanceTimersByTimeAsync(499);
  deliveries.add(delivery(2n));
  expect(notes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(notes).toEqual([[1n, 2n]]);
  deliveries.add(delivery(3n));
  await vi.advanceTimersByTimeAsync(500);
  expect(notes).toEqual([[1n, 2n], [3n]]);
  await deliveries.end();
  expect(notes).toHaveLength(2);
});

test('delivery batch: a batch that could not be recorded is recorded with the next one', async () => {
  const book = createBook();
  book.isBroken = true;
  book.deliveries.add(delivery(1n));
  await vi.advanceTimersByTimeAsync(500);
  book.deliveries.add(delivery(2n));
  book.isBroken = false;
  await book.deliveries.end();
  expect(book.notes).toEqual([[1n, 2n]]);
});

test('delivery batch: recording is retried although no delivery follows', async () => {
  const book = createBook();
  book.isBroken = true;
  book.deliveries.add(delivery(1n));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(book.tries).toBe(2);
  book.isBroken = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(book.notes).toEqual([[1n]]);
});

test('delivery batch: a batch that cannot be recorded at the end throws, and leaves no timer', async () => {
  const book = createBook();
  book.isBroken = true;
  book.deliveries.add(delivery(1n));
  await vi.advanceTimersByTimeAsync(500);
  await expect(book.deliveries.end()).rejects.toThrow('deadlock');
  expect(vi.getTimerCount()).toBe(0);
});
