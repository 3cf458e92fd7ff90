import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './log-levels.ts';
import { cleanFields, type LogFields } from './log-fields.server.ts';

export type { LogFields } from './log-fields.server.ts';

/**
 * Lines of JSON: time (UTC), level, event and the fields of an allow-list (`log-fields.server.ts`); other fields are
 * dropped. `event` is a fixed kebab-case word of ours, never text from outside.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A log whose every line carries these fields too. */
  child(fields: LogFields): Log;
}

export function createLog(options: { readonly level: LogLevel; readonly to?: DestinationStream }): Log {
  const lines = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Written synchronously: the last line before a crash is the most important.
    options.to ?? destination({ dest: 1, sync: true }),
  );
  return over(lines);
}

/** Writes nothing; for tests and tools. */
export const silentLog: Log = over(pino({ level: 'silent' }));

const EVENT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function over(lines: Logger): Log {
  function write(level: 'debug' | 'info' | 'warn' | 'error', event: string, fields: LogFields = {}): void {
    if (!lines.isLevelEnabled(level)) return;
    lines[level](cleanFields(fields), EVENT.test(event) && event.length <= 60 ? event : 'event-misnamed');
  }
  return {
    debug: (event, fields) => write('debug', event, fields),
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
    child: (fields) => over(lines.child(cleanFields(fields))),
  };
}
