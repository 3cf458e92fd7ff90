import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { TestUsers } from '../../access/access.types.ts';
import { apiCases } from './api-cases.ts';
import { pageCases } from './page-cases.ts';
import type { Problem, FuzzCase, Operation } from './fuzz.types.ts';
import { checkResponse } from './check-response.ts';
import type { CaseSender } from './case-sender.ts';
import type { ResponseCounts } from './response-counts.ts';
import { wrongTypeIn } from './wrong-types.ts';

/** What is watched besides the answers. */
export interface Watched {
  /** Failures that the product wrote down since this was last asked. */
  readonly failures: () => readonly string[];
  /** Money as one line; null where there is none to look at. */
  readonly money: (() => Promise<string>) | null;
}

export interface FuzzWorld extends Watched {
  readonly responseCounts: ResponseCounts;
  readonly users: TestUsers;
  readonly product: CaseSender;
  readonly cardFields: CaseSender;
}

export interface Finding extends Problem {
  readonly operation: string;
  readonly seed: number;
  readonly path: string;
  readonly example: FuzzCase;
}

/** Where in the seeds of a run to begin, and what is known already. */
export interface Stretch {
  readonly seed: number;
  readonly cases: number;
  /** Replays one case. */
  readonly path?: string;
  /** Not to be told again. */
  readonly known: Set<string>;
}

/** Most senders wait for their answer; some hang up at once, some while it is being made. */
const hangUps = fc.oneof(
  { weight: 24, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0, 1, 3, 8).map((ms) => ({ hangsUpAfterMs: ms })) },
);

export function casesOf(operation: Operation): fc.Arbitrary<FuzzCase> {
  const whole = operation.kind === 'api' ? apiCases(operation) : pageCases(operation);
  return fc.tuple(whole, hangUps).map(([one, hangUp]) => ({ ...one, ...hangUp }));
}

/** How often a case that shows something is made smaller. */
const mostShrinks = 60;

/** What takes long to see is not made smaller: each try would take as long again. */
function isSlow({ kind }: Problem): boolean {
  return kind === 'timeout' || kind === 'hung-up' || kind === 'money';
}

/** How long the product is given to do, and to write down, what it does for somebody who is gone. */
const lateWorkMs = 60;

/** Complaints about one case. What reads or is refused moves no money: seen twice, so that nobody else's work is blamed. */
export async function runCase(world: FuzzWorld, operation: Operation, one: FuzzCase): Promise<Problem[]> {
  const sender = operation.kind === 'card-fields' ? world.cardFields : world.product;
  if (one.hangsUpAfterMs !== undefined) {
    await sender.hangUp(one, one.hangsUpAfterMs);
    await pause(lateWorkMs);
    return world.failures().map((detail) => ({ kind: 'crash', detail }));
  }
  const before = one.method === 'GET' ? null : ((await world.money?.()) ?? null);
  const sent = await sender.send(one);
  const { answer } = sent;
  if (typeof answer !== 'string') world.responseCounts.note(operation, answer.status, answer.milliseconds);
  if (wrongTypeIn(operation, sent.request) !== null) world.responseCounts.wrongTypes += 1;
  const complaints = checkResponse(operation, one, sent, world.users);
  for (const line of world.failures()) complaints.push({ kind: 'crash', detail: line });
  const isRefused = typeof answer !== 'string' && answer.status >= 400 && answer.status !== 402;
  if (before !== null && isRefused && before !== (await world.money?.())) {
    await pause(500);
    const settled = await world.money?.();
    await sender.send(one);
    const after = await world.money?.();
    if (settled !== after) complaints.push({ kind: 'money', detail: `${settled ?? ''} → ${after ?? ''}` });
  }
  return complaints;
}

/** What makes two findings the same. */
function keyOf(operation: Operation, { kind, detail }: Problem): string {
  const sort = kind === 'crash' ? (/"(?:reason|message)":"[^"]{0,60}/.exec(detail)?.[0] ?? '') : detail.slice(0, 24);
  return `${operation.name} ${kind} ${sort.replaceAll(/\d{4,}|[\w-]{22,}/g, '#')}`;
}

/** Seeds of operations differ, so that `--only` sends what the whole run sends. */
export function seedOf(seed: number, round: number, name: string): number {
  return createHash('sha256').update(`${seed} ${round} ${name}`).digest().readInt32BE(0);
}

/** Sends a stretch of cases to an operation; each new complaint comes back with the smallest case that shows it. */
export async function fuzzOperation(world: FuzzWorld, operation: Operation, stretch: Stretch): Promise<Finding[]> {
  const findings: Finding[] = [];
  let left = stretch.cases;
  for (let seed = stretch.seed; left > 0; seed += 1) {
    let fresh: Problem | null = null;
    let tries = 0;
    const result = await fc.check(
      fc.asyncProperty(casesOf(operation), async (one) => {
        if (tries > mostShrinks || (fresh !== null && isSlow(fresh))) return true;
        const complaints = await runCase(world, operation, one);
        const first = complaints.find((complaint) => !stretch.known.has(keyOf(operation, complaint)));
        if (fresh !== null) tries += 1;
        if (!first || (fresh !== null && isSlow(first))) return true;
        fresh = first;
        return false;
      }),
      {
        seed,
        numRuns: left,
        ...(stretch.path === undefined ? {} : { path: stretch.path, endOnFailure: true }),
        interruptAfterTimeLimit: 60_000,
      },
    );
    left -= Math.max(1, result.numRuns);
    if (result.failed && fresh === null) throw new Error(`${operation.name}: ${String(result.errorInstance)}`);
    if (!result.failed || fresh === null) break;
    const complaint: Problem = fresh;
    stretch.known.add(keyOf(operation, complaint));
    const [example] = result.counterexample ?? [];
    if (example)
      findings.push({ ...complaint, operation: operation.name, seed, path: result.counterexamplePath ?? '', example });
    if (stretch.path !== undefined) break;
  }
  return findings;
}

/** How a finding is seen again. */
export function replayLine({ operation, seed, path }: Finding): string {
  return `npm run fuzz -- --only '${operation}' --seed ${seed} --path '${path}'`;
}
