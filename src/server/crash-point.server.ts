/** The crash point that is armed; null = none. */
let crashAt: string | null = null;

/** Arms one crash point (`env.crashAt`, which is null outside the test environment). */
export function armCrashPoint(name: string | null): void {
  crashAt = name;
}

/**
 * A crash point: chaos tests end the process here as a power cut would, without handlers, flushing or closing. Does nothing
 * unless this name is armed.
 */
export function crashPoint(name: string): void {
  if (crashAt === name) process.kill(process.pid, 'SIGKILL');
}
