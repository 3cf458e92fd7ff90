import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** Where weather can strike: calls to one of the companies, or the messages that those send who move money. */
export const weatherTargets = [
  'acquirer',
  'pix-bank',
  'slip-bank',
  'm-pesa',
  'nupay',
  'pagarme',
  'culqi',
  'sms',
  'points-club',
  'school',
  'tax-office',
  'notifications',
] as const;
export type WeatherTarget = (typeof weatherTargets)[number];
/** Who is called. */
export type Called = Exclude<WeatherTarget, 'notifications'>;
/** Who moves money, and says so. */
export type Company = Exclude<Called, 'sms' | 'points-club' | 'school' | 'tax-office'>;
/** Who posts messages: the others answer and are asked. */
export type Notifier = Exclude<Company, 'm-pesa'>;

/** What can go wrong with a call, and whether it strikes writes, reads or both when the rule does not say. */
export const callModes = {
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
  /** A school's receiver says 410: it is gone, and wants nothing more. */
  gone: 'all',
  /** What is younger than `seconds` is not found by reads. */
  'not-found-lag': 'reads',
  /** The money is refused, at the acquirer with `code`. */
  decline: 'writes',
  /** The acquirer says processing and decides after `ms`. */
  processing: 'writes',
  /** The acquirer says declined, and takes the money after `ms` all the same. */
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
export type CallMode = keyof typeof callModes;

/** What can go wrong with a message. */
export const noteModes = [
  'duplicate', // sent 1 + `count` times
  'delay', // by `ms`
  'drop',
  'reorder', // held until the next one went out
  'bad-signature',
  'stale-timestamp',
  'future-timestamp',
  'old-key', // signed with the key of before
  'wrong-amount',
  'foreign-txid', // about a charge of somebody else
  'first', // delivered before the call that caused it is answered
] as const;
export type NoteMode = (typeof noteModes)[number];

const ruleSchema = z.strictObject({
  target: z.enum(weatherTargets),
  mode: z.string(),
  /** How many calls it strikes; absent = until it is taken away. */
  times: z.int().min(1).max(1_000_000).optional(),
  calls: z.enum(['all', 'writes', 'reads']).optional(),
  /** Only messages of this company. */
  from: z.enum(['acquirer', 'pix-bank', 'slip-bank', 'nupay', 'pagarme', 'culqi']).optional(),
  /** Only this school's receivers. */
  school: z.string().max(60).optional(),
  /** Strikes with this probability, drawn from `seed` so that a run can be repeated. */
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

export type WeatherRule = Readonly<z.infer<typeof ruleSchema>>;

interface Standing {
  readonly rule: WeatherRule;
  readonly draw: () => number;
  left: number;
}

export interface Weather {
  /** Reads a rule from outside; the error says what is allowed. */
  read(input: unknown): Result<WeatherRule, string>;
  /** Replaces all rules of a target. */
  set(target: WeatherTarget, rules: readonly WeatherRule[]): void;
  add(rule: WeatherRule): void;
  clear(): void;
  list(): readonly (WeatherRule & { left: number | null })[];
  /** The rules that strike this call; each counts it. */
  take(target: WeatherTarget, kind: 'writes' | 'reads', from?: Notifier, school?: string): readonly WeatherRule[];
  /** Whether a rule of this mode stands, without counting. */
  standing(target: WeatherTarget, mode: CallMode): WeatherRule | undefined;
}

const calm: readonly WeatherRule[] = Object.freeze([]);

export function createWeather(): Weather {
  let standing: Standing[] = [];

  const stand = (rule: WeatherRule): Standing => ({ rule, left: rule.times ?? Infinity, draw: drawer(rule.seed ?? 1) });

  return {
    read(input) {
      const parsed = ruleSchema.safeParse(input);
      if (!parsed.success)
        return err(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
      const allowed: readonly string[] = parsed.data.target === 'notifications' ? noteModes : Object.keys(callModes);
      if (!allowed.includes(parsed.data.mode)) return err(`mode: one of ${allowed.join(', ')}`);
      return ok(parsed.data);
    },
    set(target, rules) {
      standing = [...standing.filter((entry) => entry.rule.target !== target), ...rules.map(stand)];
    },
    add(rule) {
      standing.push(stand(rule));
    },
    clear() {
      standing = [];
    },
    list: () => standing.map(({ rule, left }) => ({ ...rule, left: Number.isFinite(left) ? left : null })),
    take(target, kind, from, school) {
      if (standing.length === 0) return calm;
      const struck = standing.filter((entry) => strikes(entry, { target, kind, from, school }));
      for (const entry of struck) entry.left -= 1;
      standing = standing.filter((entry) => entry.left > 0);
      return struck.map((entry) => entry.rule);
    },
    standing: (target, mode) => standing.find(({ rule }) => rule.target === target && rule.mode === mode)?.rule,
  };
}

interface Struck {
  readonly target: WeatherTarget;
  readonly kind: string;
  readonly from: Notifier | undefined;
  readonly school: string | undefined;
}

function strikes({ rule, draw }: Standing, { target, kind, from, school }: Struck): boolean {
  if (rule.target !== target) return false;
  if (rule.school !== undefined && rule.school !== school) return false;
  if (rule.from !== undefined && rule.from !== from) return false;
  if (target !== 'notifications') {
    const calls = rule.calls ?? (isCallMode(rule.mode) ? callModes[rule.mode] : 'all');
    if (calls !== 'all' && calls !== kind) return false;
  }
  return rule.chance === undefined || draw() < rule.chance;
}

export function isCallMode(mode: string): mode is CallMode {
  return Object.hasOwn(callModes, mode);
}

/** Numbers in [0, 1) that are the same for the same seed (a linear congruential generator: chance, not secrecy). */
function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** The rule of this mode among those that struck, if any. */
export function struckBy(rules: readonly WeatherRule[], mode: CallMode | NoteMode): WeatherRule | undefined {
  return rules.length === 0 ? undefined : rules.find((rule) => rule.mode === mode);
}
