/** A run ends before the queue gives it up, after 120 s: its next run goes on. */
export const runSeconds = 90;

export interface BatchOptions {
  /** Rows of a full batch: a batch that had fewer was the last one. */
  readonly size: number;
  readonly isStopping?: (() => boolean) | undefined;
  /** The run's time; `runSeconds` when absent. */
  readonly seconds?: number;
}

/** Runs batches until one is not full, the worker stops or the run has taken its time. Gives how many rows they had. */
export async function runBatches(
  batch: (size: number) => Promise<number>,
  { size, isStopping = () => false, seconds = runSeconds }: BatchOptions,
): Promise<number> {
  const began = performance.now();
  for (let done = 0; ;) {
    if (isStopping() || performance.now() - began > seconds * 1000) return done;
    const count = await batch(size);
    done += count;
    if (count < size) return done;
  }
}
