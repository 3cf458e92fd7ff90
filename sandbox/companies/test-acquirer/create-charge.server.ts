import { createHash, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { CardVault } from './card-vault.server.ts';
import type { ThreeDsMethodRecords } from './three-ds-method-records.server.ts';
import { isSaleAmount } from './charge-rules.ts';
import { type ChargeBook, completed } from './charge-book.server.ts';
import type { Challenge, Charge } from './charge.types.ts';
import { afterAuthentication, eciOf, type TransStatus } from './authentication-results.ts';
import { expiryOf, type KnownCard } from './known-card.ts';
import { type Authentication, declined } from './test-cards.ts';

const bodySchema = z.object({
  merchantOrderId: z.string().min(1).max(64),
  amount: z.int(),
  currency: z.enum(['BRL', 'MZN', 'PEN']),
  installments: z.int().min(1).max(24),
  capture: z.boolean(),
  cardToken: z.string().min(1).max(8_192).optional(),
  cardId: z.string().max(60).optional(),
  savedCardId: z.string().max(60).optional(),
  /** The code of a kept card, sealed like a whole one. */
  securityCodeToken: z.string().min(1).max(8_192).optional(),
  /** Keep the card once it paid. */
  saveCard: z.boolean().default(false),
  /** Initiator and reason of a payment with a kept card, by which schemes tell a buyer's from a merchant's. */
  storedCredential: z
    .object({
      initiator: z.enum(['cardholder', 'merchant']),
      usage: z.enum(['first', 'used']),
      reason: z.enum(['recurring', 'unscheduled', 'installments', 'resubmission']),
      previousTransactionId: z.string().max(40).optional(),
    })
    .optional(),
  softDescriptor: z.string().max(40).default(''),
  threeDS: z
    .object({
      /** `required`: the bank must challenge the holder in any case (threeDSRequestorChallengeInd 04). */
      mode: z.enum(['none', 'optional', 'required']),
      notificationUrl: z.url().optional(),
      threeDSCompInd: z.enum(['Y', 'N', 'U']).default('U'),
      threeDSServerTransID: z.guid().optional(),
      /** The merchant's data of the buyer's browser (AReq). */
      browser: z
        .object({
          userAgent: z.string().max(2_048),
          language: z.string().max(35),
          ip: z.string().max(45),
          screenWidth: z.int().min(0).max(999_999),
          screenHeight: z.int().min(0).max(999_999),
          colorDepth: z.int().min(1).max(48),
          timeZoneOffset: z.int().min(-1_440).max(1_440),
        })
        .partial()
        .optional(),
    })
    .refine(({ threeDSCompInd, threeDSServerTransID }) => threeDSCompInd === 'U' || threeDSServerTransID !== undefined)
    .default({ mode: 'none', threeDSCompInd: 'U' }),
  notificationUrl: z.url(),
});
export type ChargeBody = z.infer<typeof bodySchema>;

const challengeMinutes = 15;

export type CreateCharge = (
  key: string,
  body: unknown,
  rules: readonly FaultRule[],
) => Promise<Result<Charge, Refusal>>;

/** Creates charges: the same key and body always give the same charge, also concurrently. */
export function chargeCreator(
  context: SandboxContext,
  book: ChargeBook,
  cards: CardVault,
  threeDsMethod: ThreeDsMethodRecords,
): CreateCharge {
  const running = new Map<string, Promise<Result<Charge, Refusal>>>();

  return async (key, input, rules) => {
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
    await running.get(key);
    const before = book.byKey(key);
    if (before) {
      return before.fingerprint === fingerprint
        ? ok(before)
        : err(refusal(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another body.'));
    }
    const work = create({ context, book, cards, threeDsMethod }, { key, fingerprint, input, rules }).finally(() =>
      running.delete(key),
    );
    running.set(key, work);
    return work;
  };
}

interface Asked {
  readonly key: string;
  readonly fingerprint: string;
  readonly input: unknown;
  readonly rules: readonly FaultRule[];
}

interface Services {
  readonly context: SandboxContext;
  readonly book: ChargeBook;
  readonly cards: CardVault;
  readonly threeDsMethod: ThreeDsMethodRecords;
}

async function create(services: Services, asked: Asked): Promise<Result<Charge, Refusal>> {
  const { book, cards } = services;
  const parsed = bodySchema.safeParse(asked.input);
  if (!parsed.success) return err(refusal(422, 'malformed', z.prettifyError(parsed.error)));
  const body = parsed.data;
  if (!isSaleAmount(body.amount)) {
    return err(refusal(422, 'amount-invalid', 'The amount is a positive whole number of minor units.'));
  }
  const isMerchants = body.storedCredential?.initiator === 'merchant';
  if (isMerchants && (body.savedCardId === undefined || !body.storedCredential?.previousTransactionId)) {
    return err(refusal(422, 'malformed', 'A merchant’s own charge names a kept card and the buyer’s first payment.'));
  }
  const card = await cards.take(body);
  if (!card.ok) return card;

  const charge = begin(services, asked, body, card.value);
  await book.put(charge);
  return ok(charge);
}

function begin(services: Services, { key, fingerprint, rules }: Asked, body: ChargeBody, card: KnownCard): Charge {
  const { context, cards } = services;
  const now = context.clock.now();
  const refused = findFault(rules, 'decline');
  const today = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
  const outcome = refused ? declined(refused.code ?? '05') : card.decide(today, () => randomInt(1_000_000) / 1_000_000);
  const saved = body.saveCard ? cards.save(card, outcome) : null;
  const charge: Charge = {
    id: randomUUID(),
    merchantOrderId: body.merchantOrderId,
    idempotencyKey: key,
    fingerprint,
    status: 'processing',
    amount: body.amount,
    currency: body.currency,
    installments: body.installments,
    capture: body.capture,
    softDescriptor: body.softDescriptor,
    returnCode: '',
    tid: `${now.getTime()}${String(randomInt(10_000_000)).padStart(7, '0')}`,
    card: { brand: card.brand, last4: card.last4, expiry: expiryOf(card) },
    ...(card.hasCode ? { hasCode: true } : {}),
    outcome,
    schemeTransactionId: saved?.schemeTransactionId ?? schemeTransactionId(),
    ...(saved ? { savedCardId: saved.id } : {}),
    movements: [],
    refunds: {},
    notificationUrl: body.notificationUrl,
    createdAt: now.toISOString(),
  };
  const later = findFault(rules, 'processing') ?? findFault(rules, 'late-truth');
  if (later) {
    const completesAt = new Date(now.getTime() + (later.ms ?? 2_000)).toISOString();
    return later.mode === 'processing'
      ? { ...charge, completesAt }
      : { ...charge, completesAt, status: 'declined', returnCode: '91' };
  }
  return authenticate(services, charge, body, card);
}

/** The scheme's id of a payment: fifteen capitals and digits. */
export function schemeTransactionId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase();
}

function authenticate({ context, threeDsMethod }: Services, asked: Charge, body: ChargeBody, card: KnownCard): Charge {
  const { mode, notificationUrl: returnTo, threeDSCompInd, threeDSServerTransID = randomUUID() } = body.threeDS;
  const charge: Charge = mode === 'none' ? asked : { ...asked, threeDSCompInd };
  const isMerchants = body.storedCredential?.initiator === 'merchant';
  const refused = (): Charge => completed({ ...charge, outcome: declined(notAuthenticatedCode) }, charge.createdAt);
  if (mode === 'required' && returnTo !== undefined && !isMerchants) {
    // A holder who cannot be authenticated, or whom the bank rejects, is not charged; the card's outcome stays hidden.
    const transStatus = unasked[card.authentication];
    if (transStatus) return { ...refused(), transStatus };
    const alwaysFails = card.authentication === 'challenge-failed';
    const challenge = newChallenge(context, returnTo, { alwaysFails, threeDSServerTransID });
    return { ...charge, status: 'challenge', transStatus: 'C', challenge };
  }
  if (!charge.outcome.approved) return completed(charge, charge.createdAt);
  // Debit always requires it; a merchant-initiated charge has no buyer to authenticate.
  if (mode === 'none' || returnTo === undefined || isMerchants)
    return card.kind === 'debit' && !isMerchants ? refused() : completed(charge, charge.createdAt);
  // The merchant's report of the 3DS Method counts only if the bank recorded it.
  const hasLooked = threeDSCompInd === 'Y' && threeDsMethod.isRecorded(threeDSServerTransID);
  const known = hasLooked ? 'frictionless' : 'challenge';
  const authentication = card.authentication === 'known-browser' ? known : card.authentication;
  if (authentication === 'challenge' || authentication === 'challenge-failed') {
    const alwaysFails = authentication === 'challenge-failed';
    const challenge = newChallenge(context, returnTo, { alwaysFails, threeDSServerTransID });
    return { ...charge, status: 'challenge', transStatus: 'C', challenge };
  }
  const transStatus = transStatuses[authentication];
  const after = afterAuthentication(transStatus, card.kind === 'debit');
  if (after?.do !== 'authorize') return { ...refused(), transStatus };
  return completed({ ...charge, transStatus, eci: eciOf(card.brand, transStatus) }, charge.createdAt);
}

/** Results without a challenge; a card without 3-D Secure is reported as not possible. */
const transStatuses: Readonly<
  Record<Exclude<Authentication, 'challenge' | 'challenge-failed' | 'known-browser'>, TransStatus>
> = {
  none: 'U',
  'not-enrolled': 'U',
  unavailable: 'U',
  frictionless: 'Y',
  'frictionless-failed': 'N',
  attempted: 'A',
  rejected: 'R',
  'data-only': 'I',
};

/** Results of cards without a challenge when the merchant requires one. */
const unasked: Readonly<Partial<Record<Authentication, TransStatus>>> = {
  'not-enrolled': 'U',
  unavailable: 'U',
  attempted: 'A',
  'data-only': 'I',
  'frictionless-failed': 'N',
  rejected: 'R',
};

/** The sandbox's own code of a failed authentication; it is no ABECS code. */
export const notAuthenticatedCode = 'NA';

function newChallenge(
  context: SandboxContext,
  notificationUrl: string,
  { alwaysFails, threeDSServerTransID }: Pick<Challenge, 'alwaysFails' | 'threeDSServerTransID'>,
): Challenge {
  return {
    acsTransID: randomUUID(),
    threeDSServerTransID,
    notificationUrl,
    until: new Date(context.clock.now().getTime() + challengeMinutes * 60_000).toISOString(),
    alwaysFails,
  };
}
