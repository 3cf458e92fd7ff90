import type { BaseContext } from '../../base-context.server.ts';
import type { AuditEntry } from './audit-entry.types.ts';
import { recordAudits } from './record-audit.server.ts';

/** What somebody looked at or searched for. A search's entry says the kind of the term, never the term. */
export type SeenEntry = Omit<AuditEntry, 'outcome' | 'approvalId'>;

/** Gathers looks, and writes them together at most a second later. */
export interface SeenRecorder {
  seen(entry: SeenEntry): void;
  /** Writes what is left, before the process ends. */
  close(): Promise<void>;
}

/** How long a look may wait to be written, in milliseconds. */
const longestWaitMs = 1_000;
/** So many looks are written at once. */
const largestBatch = 200;

/** Makes the recorder of a process. An entry that cannot be written goes to the log as an error, without its content. */
export function createSeenRecorder({ db, clock, log }: Pick<BaseContext, 'db' | 'clock' | 'log'>): SeenRecorder {
  let waiting: AuditEntry[] = [];
  let timer: NodeJS.Timeout | null = null;
  let written: Promise<void> = Promise.resolve();
  const write = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return written;
    const now = clock.now();
    written = written
      .then(() => recordAudits(db, batch, now))
      .catch((error: unknown) => {
        log.error('audit-looks-lost', { count: batch.length, error });
      });
    return written;
  };
  return {
    seen(entry) {
      waiting.push({ ...entry, outcome: 'seen' });
      if (waiting.length >= largestBatch) void write();
      else timer ??= setTimeout(() => void write(), longestWaitMs).unref();
    },
    close: write,
  };
}
