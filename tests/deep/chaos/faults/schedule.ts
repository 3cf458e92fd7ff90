import { type SeededRandom, createSeededRandom } from './seeded-random.ts';
import { appPoints, crashPointsOfRun, workerPoints } from './crash-points.ts';
import { minimumFaults } from './minimum-faults.ts';
import { gatewayFaultPlans, type GatewayFaultPlan } from './gateway-faults.ts';

/** One fault of a run. Times in milliseconds; `at` counts from the beginning of the load. */
export type Fault = { readonly at: number } & FaultOccurrence;

export type FaultOccurrence =
  | { readonly kind: 'kill'; readonly target: number }
  | { readonly kind: 'crash-point'; readonly point: string; readonly target: number }
  | { readonly kind: 'database-restart'; readonly how: 'immediate' | 'fast'; readonly downMs: number }
  | { readonly kind: 'disk-full'; readonly bytes: number; readonly forMs: number }
  | { readonly kind: 'slow-database'; readonly forMs: number }
  | { readonly kind: 'row-lock'; readonly forMs: number }
  | {
      readonly kind: 'network';
      readonly line: 'database' | 'gateways' | 'front';
      readonly how: 'cut' | 'refuse' | 'delay' | 'black-hole' | 'drip';
      readonly forMs: number;
      readonly ms: number;
    }
  | {
      readonly kind: 'gateway-fault';
      readonly faultPlan: GatewayFaultPlan;
      readonly forMs: number;
      readonly seed: number;
    }
  | { readonly kind: 'clock'; readonly target: number; readonly byMs: number; readonly forMs: number }
  | { readonly kind: 'stall'; readonly target: number; readonly forMs: number }
  | { readonly kind: 'few-files'; readonly target: number; readonly forMs: number }
  | { readonly kind: 'graceful-stop'; readonly target: number };

export const faultKinds = [
  ...(['kill', 'crash-point', 'database-restart', 'disk-full', 'slow-database'] as const),
  ...(['row-lock', 'network', 'gateway-fault', 'clock', 'stall', 'few-files', 'graceful-stop'] as const),
];
export type FaultKind = FaultOccurrence['kind'];

/** Processes that are killed: apps first, then workers. */
export const apps = 2;
export const workers = 2;

/** How often each kind comes, against the others. Named places come in their turn, so that none is forgotten. */
const weights: Readonly<Record<FaultKind, number>> = {
  kill: 26,
  'crash-point': 26,
  'database-restart': 6,
  'disk-full': 3,
  'slow-database': 4,
  'row-lock': 2,
  network: 18,
  'gateway-fault': 11,
  clock: 5,
  stall: 2,
  'few-files': 2,
  'graceful-stop': 3,
};
/** Seconds from one fault to the next where nothing else is asked for, on average. */
export const usualEverySeconds = 2;
const minute = 60_000;

/** How often each kind comes in a full run: what a release needs and a little more, because some find nobody. */
const fullDose: Readonly<Record<FaultKind, number>> = { ...withSpare(minimumFaults), 'gateway-fault': 200 };
const fullMeanPauseMs = 1_500;

/** How long the faults of a full run take, in seconds: about 89 minutes; what they miss is made up for afterwards. */
export const fullSeconds = Math.ceil(
  (Object.values(fullDose).reduce((sum, one) => sum + one) * fullMeanPauseMs) / 1000,
);

/** The faults of a run, one every so many seconds: the same seed, length and pace give the same list. */
export function scheduleOf(seed: number, seconds: number, everySeconds = usualEverySeconds): readonly Fault[] {
  const chance = createSeededRandom(seed);
  const place = crashPointsInTurn(chance);
  const faults: Fault[] = [];
  const bag = bagOf(weights);
  for (let at = 1_500; at < seconds * 1000; at += pauseAround(everySeconds * 1000, chance)) {
    faults.push({ at, ...inject(chance.pick(bag), chance, place) });
  }
  return faults;
}

/** The faults of a full run: its whole dose, in an order of the seed's. */
export function fullScheduleOf(seed: number): readonly Fault[] {
  const chance = createSeededRandom(seed);
  const place = crashPointsInTurn(chance);
  const bag = bagOf(fullDose);
  let at = 1_500;
  return Array.from({ length: bag.length }, () => {
    const [kind = 'kill'] = bag.splice(chance.between(0, bag.length - 1), 1);
    const fault = { at, ...inject(kind, chance, place) };
    at += pauseAround(fullMeanPauseMs, chance);
    return fault;
  });
}

function withSpare(dose: Readonly<Record<FaultKind, number>>): Readonly<Record<FaultKind, number>> {
  const more = faultKinds.map((kind) => [kind, Math.ceil(dose[kind] * 1.03) + 3]);
  return Object.fromEntries(more) as Record<FaultKind, number>;
}

const bagOf = (counts: Readonly<Record<FaultKind, number>>): FaultKind[] =>
  faultKinds.flatMap((kind) => Array.from({ length: counts[kind] }, () => kind));

const pauseAround = (meanMs: number, chance: SeededRandom): number => chance.between(meanMs / 4, meanMs * 1.75);

/** Named places that buyers pass, one after the other, so that none is forgotten. */
function crashPointsInTurn(chance: SeededRandom): () => string {
  let next = chance.between(0, crashPointsOfRun.length - 1);
  return () => crashPointsOfRun[next++ % crashPointsOfRun.length] ?? 'pay-after-t1';
}

function inject(kind: FaultKind, chance: SeededRandom, place: () => string): FaultOccurrence {
  const any = chance.between(0, apps + workers - 1);
  switch (kind) {
    case 'kill':
    case 'graceful-stop':
      return { kind, target: any };
    case 'crash-point': {
      const point = place();
      const isOfWorkers = !appPoints.includes(point) || (workerPoints.includes(point) && chance.next() < 0.5);
      const target = isOfWorkers ? apps + chance.between(0, workers - 1) : chance.between(0, apps - 1);
      return { kind, point, target };
    }
    case 'database-restart':
      return { kind, how: chance.pick(['immediate', 'immediate', 'fast']), downMs: chance.between(0, 2_000) };
    case 'disk-full':
      return { kind, bytes: chance.pick([0, 8_192, 262_144, 2_097_152]), forMs: chance.between(500, 3_000) };
    case 'slow-database':
      return { kind, forMs: chance.between(500, 6_000) };
    case 'row-lock':
      return { kind, forMs: chance.between(2_000, 30_000) };
    case 'stall':
      return { kind, target: any, forMs: chance.between(1_000, 5_000) };
    case 'few-files':
      return { kind, target: any, forMs: chance.between(1_000, 6_000) };
    case 'network': {
      const how = chance.pick(['cut', 'cut', 'refuse', 'delay', 'black-hole', 'drip'] as const);
      const line = chance.pick(['database', 'gateways', 'front'] as const);
      return { kind, line, how, forMs: chance.between(300, 4_000), ms: chance.between(50, 1_500) };
    }
    case 'gateway-fault':
      return {
        kind,
        faultPlan: chance.pick(gatewayFaultPlans),
        forMs: chance.between(1_000, 8_000),
        seed: chance.between(1, 1e6),
      };
    case 'clock':
      return {
        kind,
        target: any,
        byMs: chance.pick([-3 * 1440, -10, -2, 2, 10, 3 * 1440]) * minute,
        forMs: chance.between(2_000, 12_000),
      };
  }
}
