import type { Log, LogFields } from '../../kernel/log/log.server.ts';
import { cleanFields } from '../../kernel/log/log-fields.server.ts';
import type { Level } from './level.ts';
import type { Monitor } from './monitor.server.ts';

export interface LogReportOptions {
  readonly monitor: Monitor;
  /** Counts lines by level and event. */
  readonly count: (level: Level, event: string, fields: LogFields) => void;
  readonly now: () => Date;
}

/** A log with one more level, for errors that end the process. It is written as an error. */
export interface ReportedLog extends Log {
  fatal(event: string, fields?: LogFields): void;
}

/** A log whose lines are also reported to monitoring, in their cleaned form. */
export function reportedLog(log: Log, options: LogReportOptions): ReportedLog {
  function forward(level: Level, event: string, given: LogFields = {}): void {
    options.count(level, event, given);
    const { errorName, errorMessage = '', errorAt = [], ...rest } = cleanFields(given);
    const fields = Object.fromEntries(
      Object.entries(rest).filter((field): field is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof field[1]),
      ),
    );
    options.monitor.report({
      level,
      event,
      at: options.now(),
      fields,
      ...(typeof errorName === 'string'
        ? {
            error: {
              name: errorName,
              message: String(errorMessage),
              frames: Array.isArray(errorAt) ? errorAt.map(String) : [],
            },
          }
        : {}),
    });
  }
  return {
    debug: (event, fields) => log.debug(event, fields),
    info: (event, fields) => {
      log.info(event, fields);
      forward('info', event, fields);
    },
    warn: (event, fields) => {
      log.warn(event, fields);
      forward('warning', event, fields);
    },
    error: (event, fields) => {
      log.error(event, fields);
      forward('error', event, fields);
    },
    fatal: (event, fields) => {
      log.error(event, fields);
      forward('fatal', event, fields);
    },
    child: (fields) => reportedLog(log.child(fields), options),
  };
}
