import type { BuyerReport } from './buyers/buyer-log.ts';
import { namedCrashPoints } from './faults/crash-points.ts';
import { killsPerCrashPoint, minimumFaults } from './faults/minimum-faults.ts';
import type { FaultKind } from './faults/schedule.ts';
import type { FaultRunResult } from './faults/fault-run.ts';

const injectors: readonly (readonly [string, FaultKind, (result: FaultRunResult) => number])[] = [
  ['kill -9, at random', 'kill', ({ killed }) => killed],
  ['kill -9, at a named place', 'crash-point', ({ killedAt }) => killedAt.length],
  ['PostgreSQL restarts', 'database-restart', struck('database-restart')],
  ['slow database', 'slow-database', struck('slow-database')],
  ['locked rows', 'row-lock', struck('row-lock')],
  ['disk full', 'disk-full', struck('disk-full')],
  ['clock jumps', 'clock', struck('clock')],
  ['a process that stands still', 'stall', struck('stall')],
  ['no more files and sockets', 'few-files', struck('few-files')],
  ['network', 'network', struck('network')],
  ['gateway modes', 'gateway-fault', struck('gateway-fault')],
  ['SIGTERM under load', 'graceful-stop', struck('graceful-stop')],
];

function struck(kind: FaultKind): (result: FaultRunResult) => number {
  return ({ faultCounts }) => faultCounts.struck[kind];
}

const promises: readonly (readonly [string, string])[] = [
  ['I1', 'what was told paid exists once, at its price; what was told gone back on is'],
  ['I2', 'nothing is taken twice without a task to give it back'],
  ['I3', "no charge outside that is nobody's"],
  ['I4', 'the ledger is what the companies hold, and cannot be changed'],
  ['I5', 'no more goes back than came, at any moment'],
  ['I6', 'paid means one access, one letter, one event'],
  ['I7', 'a voucher is used up to its limit'],
  ['I8', 'charged is quoted is shown'],
  ['I9', 'states go their ways only; paid stays paid'],
  ['I10', 'nothing stays open past its time'],
  ['I11', 'a key has one answer, and one owner'],
  ['I12', 'every message that was taken has its effect, or a reason'],
  ['I13', 'every event arrives, in the order of its order'],
  ['I14', 'a term and an upsell are paid once'],
  ['I15', 'several tenders: all or none'],
  ['I16', 'no card number, token, code or document where it must not be'],
  ['I17', 'nobody sees another brand or buyer'],
  ['I18', 'money is whole minor units'],
];

export const invariantNames: readonly string[] = promises.map(([name]) => name);

/** What a full run struck less of than a release needs, in words. */
export function missedFaults(result: FaultRunResult): readonly string[] {
  if (!result.isFull) return [];
  const deathsAt = (point: string): number => result.killedAt.filter((one) => one === point).length;
  return [
    ...injectors.flatMap(([name, kind, of]) =>
      of(result) < minimumFaults[kind] ? [`${name}: ${of(result)} instead of ${minimumFaults[kind]}`] : [],
    ),
    ...namedCrashPoints.flatMap((point) =>
      deathsAt(point) < killsPerCrashPoint
        ? [`kill -9 at ${point}: ${deathsAt(point)} instead of ${killsPerCrashPoint}`]
        : [],
    ),
  ];
}

export function faultRunReport(result: FaultRunResult): string {
  const { verdict, reported, killedAt } = result;
  const hit = namedCrashPoints.filter((point) => killedAt.includes(point));
  const paid = reported.filter((one) => one.type === 'pay' && one.status === 201 && one.state === 'captured');
  const ends = reported.filter((one): one is Extract<BuyerReport, { type: 'end' }> => one.type === 'end');
  const buying = ends
    .filter(({ orderId }) => orderId !== '')
    .map(({ ms }) => ms)
    .sort((one, other) => one - other);
  const at = (part: number): number =>
    (buying[Math.min(buying.length - 1, Math.floor(buying.length * part))] ?? 0) / 1000;
  const within = buying.filter((ms) => ms <= 30_000).length;
  const counted = (end: string): number => ends.filter((one) => one.end === end).length;
  return [
    '',
    'Injector                       dose   least of a full run',
    ...injectors.map(
      ([name, kind, of]) =>
        `${name.padEnd(28)}${String(of(result)).padStart(7)}${String(minimumFaults[kind] || '-').padStart(10)}`,
    ),
    `Named places died at: ${hit.length} of ${namedCrashPoints.length} (${namedCrashPoints.map((point) => `${point} ${killedAt.filter((one) => one === point).length}`).join(', ')})`,
    ...(result.faultCounts.missed.length > 0
      ? [
          `Faults that could not strike: ${result.faultCounts.missed.length}, such as ${result.faultCounts.missed.slice(0, 3).join('; ')}`,
        ]
      : []),
    ...(result.surprises.length > 0 ? [`Processes that ended by themselves: ${result.surprises.join('; ')}`] : []),
    '',
    `Processes started ${result.starts} times; at rest: ${result.restless.length === 0 ? 'yes' : `NO: ${result.restless.join('; ')}`}`,
    `Buyers ${ends.length}: ${counted('paid')} paid, ${counted('refused')} refused, ${counted('closed')} closed, ${counted('lost')} without an end in 90 s`,
    `Gone back on: ${reported.filter(({ type }) => type === 'withdrawn').length}; erased: ${reported.filter(({ type }) => type === 'erased').length}`,
    `Purchases acknowledged: ${new Set(paid.map((one) => ('orderId' in one ? one.orderId : ''))).size}`,
    `From paying to a true final state: median ${at(0.5).toFixed(1)} s, p99 ${at(0.99).toFixed(1)} s, longest ${at(1).toFixed(1)} s; within 30 s ${buying.length === 0 ? '-' : ((100 * within) / buying.length).toFixed(2)} %`,
    `The checker: ${verdict.sights} looks, ${verdict.orders} orders, ${verdict.attempts} attempts, ${verdict.charges} charges and ${verdict.movements} movements outside, ${verdict.arrivals} arrivals at schools, ${verdict.emails} letters`,
    ...explainedLines(verdict.explained),
    '',
    ...invariantTable(verdict.broken),
  ].join('\n');
}

/** What the console would have said of the sales, by rule. */
function explainedLines({ odd, unexplained, byRule }: FaultRunResult['verdict']['explained']): string[] {
  const share = odd === 0 ? '-' : `${((100 * (odd - unexplained.length)) / odd).toFixed(1)} %`;
  return [
    `Explained: ${share} of ${odd} odd sales (${Object.entries(byRule)
      .map(([rule, count]) => `${rule} ${count}`)
      .join(', ')})`,
    ...unexplained.slice(0, 8).map((one) => `       not: ${one}`),
  ];
}

export function invariantTable(broken: readonly string[]): string[] {
  return promises.flatMap(([name, words]) => {
    const own = broken.filter((one) => one.startsWith(`${name}:`));
    return [
      `${name.padEnd(4)} ${own.length === 0 ? 'holds ' : 'BROKEN'}  ${words}`,
      ...own.slice(0, 8).map((one) => `       ${one}`),
      ...(own.length > 8 ? [`       and ${own.length - 8} more`] : []),
    ];
  });
}
