import type { CompletedDelivery } from './delivery.repository.server.ts';

/** Deliveries that are not recorded yet. */
export interface DeliveryBatch {
  add(delivery: CompletedDelivery): void;
  /** Records what is left, also what could not be recorded before. Throws when it cannot be recorded. */
  end(): Promise<void>;
}

/**
 * Records deliveries in batches: no later than `flushAfterMs` after the first of a batch, and one batch after the other. A
 * batch that could not be recorded is recorded again with the next one.
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
    const batch = pending.splice(0);
    if (batch.length === 0) return;
    try {
      await record(batch);
    } catch (error) {
      pending.unshift(...batch);
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
