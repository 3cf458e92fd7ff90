/** The specification's levels (section 8, "Reporting"). */
export const levels = ['fatal', 'error', 'warning', 'info', 'debug'] as const;
export type Level = (typeof levels)[number];

/** Targets of an event: a monitoring service, an error reporting service, our own log. */
export type Receiver = 'monitoring' | 'error-reports' | 'console';

/** Everything goes to monitoring and the log; only what is fatal or an error is reported (specification, section 8). */
export function receiversOf(level: Level): readonly Receiver[] {
  return level === 'fatal' || level === 'error'
    ? ['monitoring', 'error-reports', 'console']
    : ['monitoring', 'console'];
}

/** Statuses of a request's mistake, not of ours: the reporter ignores them (specification, section 8). */
export const ignoredStatuses: ReadonlySet<number> = new Set([400, 401, 404, 422]);

/** Browsers' messages for a failed fetch or an unreadable body: Chromium, Firefox and Safari. */
const ignoredMessages =
  /^(?:Failed to fetch|Load failed|network error|NetworkError when attempting|Error in input stream|The network connection was lost|cancelled|The I\/O read operation failed)/i;
const ignoredNames: ReadonlySet<string> = new Set(['NotReadableError', 'NetworkError', 'AbortError', 'TimeoutError']);

/** Whether the reporter ignores an error: a refusal by status, a failed fetch, a failed read. */
export function isIgnored(error: {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
}): boolean {
  const { name, message, status } = error;
  return (
    (status !== undefined && ignoredStatuses.has(status)) || ignoredNames.has(name) || ignoredMessages.test(message)
  );
}
