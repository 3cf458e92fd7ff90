/**
 * Comes into a process of the product before the product (`node --import`): its clock can be moved against the machine's,
 * forward and back, it can be told to die at a named place while it runs, and it may have a bug planted (`PLANTED_BUG`).
 * The product itself knows nothing of it.
 */
import { armCrashPoint } from '#src/kernel/errors/crash-point.server.ts';
import { AgreedTime } from '#src/kernel/time/agreed-time.server.ts';
import { moveMachineClock } from '#tests/support/machine-clock.ts';
import { isChildOrder } from './child-orders.ts';
import { plant } from './planted-bugs.ts';

let byMs = 0;
moveMachineClock(() => byMs);

// Time that goes by for everybody does not go by at the database, which all ask.
let aheadMs = 0;
const agreedNow: (this: AgreedTime) => number = Reflect.get(AgreedTime.prototype, 'nowMs');
AgreedTime.prototype.nowMs = function nowMs(): number {
  return agreedNow.call(this) + aheadMs;
};

process.on('message', (message) => {
  if (!isChildOrder(message)) return;
  if (message.kind === 'clock') ({ byMs, aheadMs } = message);
  else if (message.kind === 'stall') standStill(message.forMs);
  else armCrashPoint(message.point);
});

function standStill(forMs: number): void {
  for (const until = performance.now() + forMs; performance.now() < until;);
}

// It must neither outlive who started it, nor stay only to listen to it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();

const bug = process.env['PLANTED_BUG'];
if (bug !== undefined) plant(bug);
