import type { Log, LogFields } from '../log/log.server.ts';
import { cleanFields } from '../log/log-fields.server.ts';
import type { Level } from './level.ts';
import type { Monitor } from './monitor.server.ts';

export interface LogWatch {
  readonly monitor: Monitor;
  /** Counts lines by level and event. */
  readonly count: (level: Level) => void;
  readonly now: () => Date;
}

/** A log that knows one level more: what ends the process. It is written as an error. */
export interface WatchedLog extends Log {
  fatal(event: string, fields?: LogFields): void;
}

/** A log whose lines monitoring hears of too: as cleaned as they are written. */
export function watchedLog(log: Log, watch: LogWatch): WatchedLog {
  function tell(level: Level, event: string, given: LogFields = {}): void {
    watch.count(level);
    const { errorName, errorMessage = '', errorAt = [], ...rest } = cleanFields(given);
    const fields = Object.fromEntries(
      Object.entries(rest).filter((field): field is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof field[1]),
      ),
    );
    watch.monitor.report({
      level,
      event,
      at: watch.now(),
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
      tell('info', event, fields);
    },
    warn: (event, fields) => {
      log.warn(event, fields);
      tell('warning', event, fields);
    },
    error: (event, fields) => {
      log.error(event, fields);
      tell('error', event, fields);
    },
    fatal: (event, fields) => {
      log.error(event, fields);
      tell('fatal', event, fields);
    },
    child: (fields) => watchedLog(log.child(fields), watch),
  };
}
