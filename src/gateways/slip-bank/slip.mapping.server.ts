import { z } from 'zod';
import type { ChargeReference, CreditPage, GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { lateFee } from '#src/kernel/money/late-fee.ts';
import { daysBetween, isLocalDate, localDateOf, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { mismatch, unreadable } from '../gateway-http.server.ts';

const creditSchema = z.object({
  id: z.string().min(1).max(100),
  amount: z.int().min(1),
  paidAt: z.iso.datetime(),
  /** Null until the money reached our account. */
  creditedAt: z.iso.datetime().nullable(),
  /** Parts of the amount, where it was paid late. */
  fine: z.int().min(0).optional(),
  interest: z.int().min(0).optional(),
});

const lateSchema = z.object({
  fine: z.string().regex(/^\d{1,2}\.\d{2}$/),
  monthlyInterest: z.string().regex(/^\d{1,2}\.\d{2}$/),
});

/** A slip as the bank shows it; unused members are ignored. */
const slipSchema = z.object({
  ourNumber: z.string().regex(/^\d{11}$/),
  reference: z.string(),
  status: z.enum(['pending-registration', 'registered', 'refused', 'canceled', 'paid']),
  amount: z.int(),
  agency: z.string(),
  account: z.string(),
  dueDate: z.string().refine(isLocalDate),
  late: lateSchema.optional(),
  wallet: z.string(),
  beneficiary: z.object({ name: z.string(), document: z.string(), address: z.string() }),
  barcode: z.string().regex(/^\d{44}$/),
  line: z.string().regex(/^\d{47}$/),
  pix: z.object({ brCode: z.string().max(512) }).optional(),
  credits: z.array(creditSchema),
});
type Slip = z.infer<typeof slipSchema>;

const creditsSchema = z.object({
  credits: z.array(z.object({ id: z.string(), ourNumber: z.string(), reference: z.string() })),
  cursor: z.string().max(100),
});

const states = {
  // The buyer may set the slip aside for another method: no money is on its way.
  'pending-registration': 'awaiting-buyer',
  registered: 'awaiting-buyer',
  refused: 'declined',
  canceled: 'voided',
  paid: 'processing',
} as const satisfies Readonly<Record<Slip['status'], GatewayFact['state']>>;

/** The slip under our number as a fact; one with another reference is not ours. */
export function answerFrom(
  json: JsonValue | undefined,
  charge: Pick<ChargeReference, 'attemptId' | 'amount'>,
  at: Date,
): GatewayAnswer {
  const parsed = slipSchema.safeParse(json);
  if (!parsed.success) return unreadable;
  const slip = parsed.data;
  if (slip.reference !== charge.attemptId) return { kind: 'not-found' };
  if (BigInt(slip.amount) !== charge.amount.amount) return mismatch('amount');
  const movements = slip.credits.flatMap((credit) => movementOf(credit, slip));
  const fact: GatewayFact = {
    // A paid slip counts once it was credited to our account.
    state: movements.length > 0 ? 'captured' : states[slip.status],
    reference: slip.ourNumber,
    movements,
    instructions: instructionsOf(slip),
    ...(slip.status === 'refused' ? { decline: { code: 'slip-refused', raw: slip.status, reversible: true } } : {}),
    at,
  };
  return { kind: 'fact', fact };
}

function movementOf(credit: z.infer<typeof creditSchema>, slip: Slip): Movement[] {
  const { id, amount, creditedAt } = credit;
  if (creditedAt === null) return [];
  const late = lateFeeIn(credit, slip);
  const at = new Date(creditedAt);
  return [
    { id, kind: 'capture', amount: BigInt(amount), currency: 'BRL', at, ...(late > 0n ? { lateFee: late } : {}) },
  ];
}

/** A cent per part for the bank's rounding. */
const roundingSlack = 2n;

/** Fine and interest from the bank, accepted up to the slip's own terms for its days late. */
function lateFeeIn({ fine = 0, interest = 0, paidAt }: z.infer<typeof creditSchema>, slip: Slip): bigint {
  const stated = BigInt(fine) + BigInt(interest);
  if (stated === 0n || !slip.late) return 0n;
  const days = daysBetween(requireLocalDate(slip.dueDate), localDateOf(new Date(paidAt), 'America/Sao_Paulo'));
  const owed = lateFee(BigInt(slip.amount), slip.late, days);
  const most = days > 0 ? owed.fine + owed.interest + roundingSlack : 0n;
  return stated < most ? stated : most;
}

function instructionsOf({
  status,
  ourNumber,
  agency,
  account,
  wallet,
  beneficiary,
  barcode,
  line,
  pix,
}: Slip): JsonObject {
  return {
    status,
    ...(status === 'pending-registration' ? { pending: true } : {}),
    ourNumber,
    agency,
    account,
    wallet,
    beneficiary,
    barcode,
    line,
    ...(pix ? { pix } : {}),
  };
}

/** One page of the bank's list of credits; null when it cannot be read. */
export function creditPageFrom(json: JsonValue | undefined): CreditPage | null {
  const parsed = creditsSchema.safeParse(json);
  if (!parsed.success) return null;
  const { credits, cursor } = parsed.data;
  return {
    hints: credits.map(({ id, ourNumber, reference }) => ({ eventId: id, reference: ourNumber, attemptId: reference })),
    cursor,
  };
}

/** The code of a refusal; `unknown` when it names none. */
export function codeIn(json: JsonValue | undefined): string {
  return z.object({ code: z.string().max(60) }).safeParse(json).data?.code ?? 'unknown';
}
