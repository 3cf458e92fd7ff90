import type { BrowserErrorReport } from '#src/platform/telemetry/beacon.ts';
import { isIgnored, type Level } from '#src/platform/telemetry/level.ts';
import { safeMessage } from '#src/platform/telemetry/safe-message.ts';

const mostFrames = 8;
const place = /(https?:\/\/[^/\s]+)(\/[\w./-]{1,120})[^\s:)]*:(\d{1,7}):(\d{1,7})/g;

/**
 * The report of an error; null when it is not reported. `origin`: ours; a script of another origin (a browser extension) is
 * not reported.
 */
export function describeError(thrown: unknown, level: Level, origin: string): BrowserErrorReport | null {
  if (!(thrown instanceof Error)) return { level, name: typeof thrown, message: '', frames: [] };
  const { name, message, stack = '' } = thrown;
  const status = 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : undefined;
  if (isIgnored({ name, message, ...(status === undefined ? {} : { status }) })) return null;
  const frames = [...stack.matchAll(place)]
    .filter(([, from]) => from === origin)
    .map(([, , path, line, column]) => `${path}:${line}:${column}`);
  return {
    level,
    name: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error',
    message: safeMessage(name, message),
    frames: frames.slice(0, mostFrames),
  };
}
