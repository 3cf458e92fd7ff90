import type { CompletedDelivery } from './delivery.repository.server.ts';

/** What arrived at a receiver and is not written down yet. */
export interface DeliveryBatch {
  add(delivery: CompletedDelivery): void;
  /** Writes down what is left, also what could not be written before. Throws when it cannot be even now. */
  end(): Promise<void>;
}

/**
 * Has what arrives noted together: no later than `patienceMs` after the first of it, however long its neighbours take, and
 * one note after the other. What could not be noted is noted again with what comes next.
 */
export function batchDeliveries(
  record: (deliveries: readonly CompletedDelivery[]) => Promise<void>,
  flushAfterMs: number,
): DeliveryBatch {
  const pending: CompletedDelivery[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** Never rejects. */
  let recording = Promise.resolve();
  let isOver = false;

  async function recordPending(): Promise<void> {
    const taken = pending.splice(0);
    if (taken.length === 0) return;
    try {
      await record(taken);
    } catch (error) {
      pending.unshift(...taken);
      throw error;
    }
  }

  function startTimer(): void {
    if (isOver || pending.length === 0) return;
    timer ??= setTimeout(() => {
      timer = null;
      recording = recording.then(recordPending).then(startTimer, startTimer);
    }, flushAfterMs);
  }

  return {
    add(delivery) {
      pending.push(delivery);
      startTimer();
    },
    async end() {
      isOver = true;
      if (timer) clearTimeout(timer);
      await recording;
      await recordPending();
    },
  };
}
