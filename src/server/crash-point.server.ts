/** The place at which this process dies; null = nowhere. */
let crashAt: string | null = null;

/** Arms one named place (`env.crashAt`, which is null outside the test environment). */
export function armCrashPoint(name: string | null): void {
  crashAt = name;
}

/**
 * A named place where chaos tests end the process as a power cut would: no handlers, no flushing, nothing closed.
 * Does nothing unless this very name is armed.
 */
export function crashPoint(name: string): void {
  if (crashAt === name) process.kill(process.pid, 'SIGKILL');
}
