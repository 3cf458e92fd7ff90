import { armCrash, isProtected } from './crash-arming.ts';
import type { ProcessCommand } from './process-commands.ts';
import { withFileLimit } from './file-limit.ts';
import { putFaults } from './put-faults.ts';
import { apps, type Fault, type FaultKind, faultKinds, workers } from './schedule.ts';
import type { Service } from '../product-process.ts';
import { pause } from './pause.ts';
import type { ChaosEnvironment } from '../environment.ts';

/** A fault that finds nobody ready waits so long, in milliseconds. */
const longestWaitMs = 15_000;

/** How often each kind of fault really struck; and which did not, and why. */
export interface FaultCounts {
  readonly struck: Readonly<Record<FaultKind, number>>;
  readonly missed: readonly string[];
  /** Those that missed, as they were to be. */
  readonly again: readonly Fault[];
}

/** Strikes fault after fault at its time; the ones that last end by themselves. Resolves when all are over. */
export async function injectAll(
  environment: ChaosEnvironment,
  faults: readonly Fault[],
  say: (text: string) => void,
): Promise<FaultCounts> {
  const struck = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const missed: string[] = [];
  const again: Fault[] = [];
  const began = performance.now();
  // A server that could not come back by itself, because its disk was full as it tried, is started by its manager.
  const manager = setInterval(() => void environment.database.keepAlive().catch(() => undefined), 1_000);
  const lasting: Promise<void>[] = [];
  for (const fault of faults) {
    await pause(Math.max(0, fault.at - (performance.now() - began)));
    const label = describe(environment, fault);
    say(`${String(Math.round((performance.now() - began) / 100) / 10).padStart(6)} s  ${label}`);
    const one = inject(environment, fault).then(
      (done) => {
        if (done) struck[fault.kind] += 1;
        else missed.push(label);
        if (!done) again.push(fault);
      },
      (error: unknown) => {
        missed.push(`${label}: ${error instanceof Error ? error.message : String(error)}`);
        again.push(fault);
      },
    );
    lasting.push(one);
  }
  await Promise.all(lasting);
  clearInterval(manager);
  await undoFault(environment);
  return { struck, missed, again };
}

/** Ends every fault: the weather is good, the lines are whole, the clocks agree, all processes run. */
export async function undoFault(environment: ChaosEnvironment): Promise<void> {
  for (const line of Object.values(environment.lines)) line.set({ how: 'none' });
  environment.database.freeDisk();
  await environment.database.keepAlive();
  await environment.database.recover();
  for (const one of environment.product) one.order(clockOrder(environment));
  await fetch(`${environment.sandboxOrigin}/sandbox/weather`, { method: 'DELETE' });
}

/** What a process is told of the time; `wrongMs`: how wrong its own machine's clock is. */
function clockOrder(environment: ChaosEnvironment, wrongMs = 0): ProcessCommand {
  const futureMs = environment.futureMs();
  return { kind: 'clock', byMs: futureMs + wrongMs, futureMs };
}

/** Strikes once. False: it could not. */
export async function inject(environment: ChaosEnvironment, fault: Fault): Promise<boolean> {
  switch (fault.kind) {
    case 'kill':
    case 'graceful-stop': {
      const one = await readyOne(environment, fault.target);
      if (!one) return false;
      one.kill(fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
      return true;
    }
    case 'crash-point': {
      const one = await readyOne(environment, fault.target);
      if (!one) return false;
      await armCrash(environment, one, fault.point);
      return true;
    }
    case 'database-restart':
      await environment.database.restart(fault.how, fault.downMs);
      return true;
    case 'disk-full': {
      const done = environment.database.fillDisk(fault.bytes);
      await pause(fault.forMs);
      environment.database.freeDisk();
      await environment.database.keepAlive();
      return done;
    }
    case 'slow-database':
      return (await environment.database.freeze(fault.forMs)) > 0;
    case 'network': {
      const line = environment.lines[fault.line];
      if (fault.how === 'cut') {
        line.cut();
        return true;
      }
      line.set(fault.how === 'delay' ? { how: 'delay', ms: fault.ms } : { how: fault.how });
      if (fault.how === 'refuse') line.cut();
      await pause(fault.forMs);
      line.set({ how: 'none' });
      return true;
    }
    case 'gateway-fault': {
      const rules = fault.faultPlan.rules.map((rule) => ({
        target: fault.faultPlan.target,
        seed: fault.seed,
        ...rule,
      }));
      if (!(await putFaults(environment.sandboxOrigin, fault.faultPlan.target, rules))) return false;
      await pause(fault.forMs);
      return putFaults(environment.sandboxOrigin, fault.faultPlan.target, []);
    }
    case 'row-lock':
      return environment.database.lockRows(fault.forMs);
    case 'stall': {
      const one = await readyOne(environment, fault.target);
      one?.order({ kind: 'stall', forMs: fault.forMs });
      return one !== null;
    }
    case 'few-files': {
      const pid = (await readyOne(environment, fault.target))?.pid() ?? null;
      return pid !== null && withFileLimit(pid, fault.forMs);
    }
    case 'clock': {
      const one = environment.product[fault.target];
      if (!one) return false;
      one.order(clockOrder(environment, fault.byMs));
      await pause(fault.forMs);
      one.order(clockOrder(environment));
      return true;
    }
  }
}

/**
 * The process of this number, or else the other of its kind, once one is ready: one that is killed again and again while it
 * starts does no work that could be lost. One that is to die at a named place is spared for a while if the other one is there.
 */
async function readyOne(environment: ChaosEnvironment, target: number): Promise<Service | null> {
  const other = target < apps ? apps - 1 - target : 2 * apps + workers - 1 - target;
  for (let waited = 0; waited < longestWaitMs; waited += 100) {
    const ready = [environment.product[target], environment.product[other]].flatMap((one) =>
      one?.isReady() ? [one] : [],
    );
    // The other one may only be about to be ready again.
    const one = ready.find((process) => !isProtected(process)) ?? (waited < longestWaitMs / 2 ? undefined : ready[0]);
    if (one) return one;
    await pause(100);
  }
  return null;
}

function describe(environment: ChaosEnvironment, fault: Fault): string {
  const target =
    'target' in fault ? ` ${environment.product[fault.target]?.name ?? (fault.target < apps ? 'app' : 'worker')}` : '';
  switch (fault.kind) {
    case 'crash-point':
      return `kill -9${target} at ${fault.point}`;
    case 'kill':
      return `kill -9${target}`;
    case 'graceful-stop':
      return `SIGTERM${target}`;
    case 'network':
      return `network ${fault.line}: ${fault.how}${fault.how === 'delay' ? ` ${fault.ms} ms` : ''}, ${fault.forMs} ms`;
    case 'gateway-fault':
      return `${fault.faultPlan.target}: ${fault.faultPlan.rules.map(({ mode }) => mode).join(', ')}, ${fault.forMs} ms`;
    case 'clock':
      return `clock of${target} by ${fault.byMs / 60_000} min, ${fault.forMs} ms`;
    case 'database-restart':
      return `PostgreSQL ${fault.how} stop, ${fault.downMs} ms down`;
    case 'disk-full':
      return `disk full after ${fault.bytes} bytes of any file, ${fault.forMs} ms`;
    case 'slow-database':
      return `PostgreSQL's connections stopped, ${fault.forMs} ms`;
    case 'row-lock':
      return `newest orders and lists locked, ${fault.forMs} ms`;
    case 'stall':
      return `${target.trim()} stands still, ${fault.forMs} ms`;
    case 'few-files':
      return `${target.trim()} gets no more files and sockets, ${fault.forMs} ms`;
  }
}
