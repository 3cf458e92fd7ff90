import { monitoringLimits } from './limits.ts';
import { receiversOf } from './level.ts';
import type { Report, ReportReceiver } from './report.types.ts';

/** Collects reports and sends each to the receivers of its level. */
export interface Monitor {
  readonly report: (report: Report) => void;
  /** Sends the collected reports; resolves when they are sent or given up. */
  readonly flush: () => Promise<void>;
}

export interface MonitorOptions {
  /** Absent without a configured address: the log and the metrics still record everything. */
  readonly monitoring?: ReportReceiver;
  readonly errorReports?: ReportReceiver;
  readonly flushEveryMs?: number;
}

/** Most reports in the queue; while a service is unavailable, the newest are dropped. */
const maxWaiting = 1_000;

/**
 * Reports are collected for half a second and sent together; one delivery runs at a time, so that a slow service never gets
 * two at once. Failed deliveries are dropped: the log has the reports.
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
