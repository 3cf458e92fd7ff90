import { monitoringLimits } from './limits.ts';
import { receiversOf } from './level.ts';
import type { Report, ReportReceiver } from './report.types.ts';

/** Gathers reports and hands them on, each to the receivers of its level. */
export interface Monitor {
  readonly report: (report: Report) => void;
  /** Hands on what was gathered; resolves when it is on its way out or given up. */
  readonly flush: () => Promise<void>;
}

export interface MonitorOptions {
  /** Absent where no address is configured: the log and the metrics keep what happened all the same. */
  readonly monitoring?: ReportReceiver;
  readonly errorReports?: ReportReceiver;
  readonly flushEveryMs?: number;
}

/** Most reports that wait to be handed on; while a service is away, the newest are dropped. */
const maxWaiting = 1_000;

/**
 * Reports are gathered for half a second and handed on together; one delivery runs at a time, so that a service that is
 * slow is never asked twice at once. What cannot be delivered is dropped: the log has it.
 */
export function createMonitor({
  monitoring,
  errorReports,
  flushEveryMs = monitoringLimits.flushEveryMs,
}: MonitorOptions): Monitor {
  let waiting: Report[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) running = running.then(() => deliver(batch));
    return running;
  }

  async function deliver(batch: readonly Report[]): Promise<void> {
    const failures = batch.filter(({ level }) => receiversOf(level).includes('error-reports'));
    await Promise.all([
      monitoring?.deliver(batch.filter(({ level }) => receiversOf(level).includes('monitoring'))),
      failures.length > 0 ? errorReports?.deliver(failures) : undefined,
    ]);
  }

  return {
    report(report) {
      if (!monitoring && !errorReports) return;
      if (waiting.length >= maxWaiting) return;
      waiting.push(report);
      timer ??= setTimeout(() => void flush(), flushEveryMs).unref();
    },
    flush,
  };
}
