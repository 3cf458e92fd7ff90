/**
 * Comes into a process of the product before the product (`node --import`): its clock can be moved against the machine's,
 * forward and back, it can be told to die at a named place while it runs, and it may have a bug planted (`PLANTED_BUG`).
 * The product itself knows nothing of it.
 */
import { armCrashPoint } from '#src/server/crash-point.server.ts';
import { SyncedTime } from '#src/kernel/time/synced-time.server.ts';
import { moveProcessClock } from '#tests/support/clock/process-clock.ts';
import { isProcessCommand } from './faults/process-commands.ts';
import { plant } from './bugs/planted-bugs.ts';

let byMs = 0;
moveProcessClock(() => byMs);

// Time that goes by for everybody does not go by at the database, which all ask.
let futureMs = 0;
const agreedNow: (this: SyncedTime) => number = Reflect.get(SyncedTime.prototype, 'nowMs');
SyncedTime.prototype.nowMs = function nowMs(): number {
  return agreedNow.call(this) + futureMs;
};

process.on('message', (message) => {
  if (!isProcessCommand(message)) return;
  if (message.kind === 'clock') ({ byMs, futureMs } = message);
  else if (message.kind === 'stall') freezeProcess(message.forMs);
  else armCrashPoint(message.point);
});

function freezeProcess(forMs: number): void {
  for (const until = performance.now() + forMs; performance.now() < until;);
}

// It must neither outlive who started it, nor stay only to listen to it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();

const bug = process.env['PLANTED_BUG'];
if (bug !== undefined) plant(bug);
