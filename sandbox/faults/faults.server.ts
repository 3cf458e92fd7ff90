import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** The target for faults of companies' webhooks. */
export const webhookTarget = 'notifications';

/** The names that rules may give. */
export interface FaultNames {
  /** Targets of faults: a company's API, the schools' receivers, or `notifications`. */
  readonly targets: readonly string[];
  /** Companies that send webhooks. */
  readonly senders: readonly string[];
}

/** Faults of a call, and whether each applies to writes, reads or both when the rule does not say. */
export const callFaultModes = {
  /** Answers after `ms` milliseconds. */
  slow: 'all',
  /** Nothing is done and no answer comes. */
  'timeout-before': 'writes',
  /** It is done and no answer comes. */
  'timeout-after': 'writes',
  /** It is done and the answer is a 500. */
  '500-after': 'writes',
  /** It is done and the connection breaks in the middle of the answer. */
  reset: 'writes',
  /** 429 with Retry-After: `seconds`. */
  '429': 'all',
  /** 503. */
  maintenance: 'all',
  /** A school's receiver answers 410: its endpoint is removed. */
  gone: 'all',
  /** Reads do not find objects younger than `seconds`. */
  'not-found-lag': 'reads',
  /** The charge is declined, at the acquirer with `code`. */
  decline: 'writes',
  /** The acquirer answers processing and decides after `ms`. */
  processing: 'writes',
  /** The acquirer answers declined, and takes the money after `ms` all the same. */
  'late-truth': 'writes',
  /** The answer names an amount one minor unit higher. */
  'wrong-amount': 'all',
  /** The answer names another payee. */
  'wrong-payee': 'all',
  /** The slip bank accepts a slip and registers it after `seconds`. */
  'register-delay': 'writes',
  /** A paid slip is credited after `seconds`. */
  'settle-delay': 'all',
} as const;
export type CallFaultMode = keyof typeof callFaultModes;

/** Faults of a webhook. */
export const webhookFaultModes = [
  'duplicate', // sent 1 + `count` times
  'delay', // by `ms`
  'drop',
  'reorder', // held until the next one went out
  'bad-signature',
  'stale-timestamp',
  'future-timestamp',
  'old-key', // signed with the previous key
  'wrong-amount',
  'foreign-txid', // about another client's charge
  'first', // delivered before the call that caused it is answered
] as const;
export type WebhookFaultMode = (typeof webhookFaultModes)[number];

const ruleSchema = z.strictObject({
  target: z.string(),
  mode: z.string(),
  /** Number of affected calls; absent = until the rule is removed. */
  times: z.int().min(1).max(1_000_000).optional(),
  calls: z.enum(['all', 'writes', 'reads']).optional(),
  /** Only webhooks of this company. */
  from: z.string().optional(),
  /** Only this school's receivers. */
  school: z.string().max(60).optional(),
  /** Applies with this probability, drawn from `seed` so that a run can be repeated. */
  chance: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  code: z.string().max(20).optional(),
  ms: z
    .int()
    .min(0)
    .max(3 * 86_400_000)
    .optional(),
  seconds: z
    .int()
    .min(0)
    .max(30 * 86_400)
    .optional(),
  count: z.int().min(1).max(50).optional(),
});

export type FaultRule = Readonly<z.infer<typeof ruleSchema>>;

interface ActiveFault {
  readonly rule: FaultRule;
  readonly random: () => number;
  left: number;
}

export interface Faults {
  /** Valid targets of a rule. */
  readonly targets: readonly string[];
  /** Parses a rule; the error lists the valid values. */
  read(input: unknown): Result<FaultRule, string>;
  /** Replaces all rules of a target. */
  set(target: string, rules: readonly FaultRule[]): void;
  add(rule: FaultRule): void;
  clear(): void;
  list(): readonly (FaultRule & { left: number | null })[];
  /** The rules that apply to this call; each counts it. */
  take(target: string, kind: 'writes' | 'reads', from?: string, school?: string): readonly FaultRule[];
  /** Whether a rule of this mode is active, without counting. */
  active(target: string, mode: CallFaultMode): FaultRule | undefined;
}

const noFaults: readonly FaultRule[] = Object.freeze([]);

export function createFaults({ targets, senders }: FaultNames): Faults {
  let active: ActiveFault[] = [];

  const activate = (rule: FaultRule): ActiveFault => ({
    rule,
    left: rule.times ?? Infinity,
    random: seededRandom(rule.seed ?? 1),
  });

  return {
    targets,
    read(input) {
      const parsed = ruleSchema.safeParse(input);
      if (!parsed.success)
        return err(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
      const { target, from, mode } = parsed.data;
      if (!targets.includes(target)) return err(`target: one of ${targets.join(', ')}`);
      if (from !== undefined && !senders.includes(from)) return err(`from: one of ${senders.join(', ')}`);
      const allowed: readonly string[] = modesOf(target);
      return allowed.includes(mode) ? ok(parsed.data) : err(`mode: one of ${allowed.join(', ')}`);
    },
    set(target, rules) {
      active = [...active.filter((entry) => entry.rule.target !== target), ...rules.map(activate)];
    },
    add(rule) {
      active.push(activate(rule));
    },
    clear() {
      active = [];
    },
    list: () => active.map(({ rule, left }) => ({ ...rule, left: Number.isFinite(left) ? left : null })),
    take(target, kind, from, school) {
      if (active.length === 0) return noFaults;
      const matching = active.filter((entry) => matches(entry, { target, kind, from, school }));
      for (const entry of matching) entry.left -= 1;
      active = active.filter((entry) => entry.left > 0);
      return matching.map((entry) => entry.rule);
    },
    active: (target, mode) => active.find(({ rule }) => rule.target === target && rule.mode === mode)?.rule,
  };
}

interface FaultQuery {
  readonly target: string;
  readonly kind: string;
  readonly from: string | undefined;
  readonly school: string | undefined;
}

function matches({ rule, random }: ActiveFault, { target, kind, from, school }: FaultQuery): boolean {
  if (rule.target !== target) return false;
  if (rule.school !== undefined && rule.school !== school) return false;
  if (rule.from !== undefined && rule.from !== from) return false;
  if (target !== webhookTarget) {
    const calls = rule.calls ?? (isCallFaultMode(rule.mode) ? callFaultModes[rule.mode] : 'all');
    if (calls !== 'all' && calls !== kind) return false;
  }
  return rule.chance === undefined || random() < rule.chance;
}

/** The modes of a target's faults. */
export function modesOf(target: string): readonly string[] {
  return target === webhookTarget ? webhookFaultModes : Object.keys(callFaultModes);
}

export function isCallFaultMode(mode: string): mode is CallFaultMode {
  return Object.hasOwn(callFaultModes, mode);
}

/** Numbers in [0, 1) that are the same for the same seed (a linear congruential generator: chance, not secrecy). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** The rule of this mode among those that apply, if any. */
export function findFault(rules: readonly FaultRule[], mode: CallFaultMode | WebhookFaultMode): FaultRule | undefined {
  return rules.length === 0 ? undefined : rules.find((rule) => rule.mode === mode);
}
