import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { systemClock } from '#src/kernel/time/clock.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { eciOf } from './authentication-results.ts';
import { type ThreeDsMethodRecords, createThreeDsMethodRecords } from './three-ds-method-records.server.ts';
import { type CardVault, openCardVault } from './card-vault.server.ts';
import { openTokenVault, type TokenVault, type UsedToken } from './card-token.server.ts';
import { captured, type ChargeBook, openChargeBook, completed } from './charge-book.server.ts';
import { captureProblem, refundProblem } from './charge-rules.ts';
import { type Charge, type DisputeStage, movedAmount } from './charge.types.ts';
import { chargeCreator, type CreateCharge, notAuthenticatedCode } from './create-charge.server.ts';
import { declined } from './test-cards.ts';
import { cardVerifier, type VerifyCard } from './verify-card.server.ts';

type Changed = Promise<Result<Charge, Refusal>>;

export interface Acquirer {
  readonly book: ChargeBook;
  readonly publicKeys: TokenVault['publicKeys'];
  readonly cards: CardVault;
  readonly threeDsMethod: ThreeDsMethodRecords;
  readonly verify: VerifyCard;
  readonly create: CreateCharge;
  capture(id: string): Changed;
  void(id: string): Changed;
  refund(id: string, key: string, amount: unknown): Changed;
  /** A chargeback by the buyer's bank: all that is left, or a part. */
  dispute(id: string, amount?: number, details?: DisputeDetails): Changed;
  /** Moves the newest dispute of a charge to another stage, with a deadline of its own. */
  escalateDispute(id: string, details: DisputeDetails): Changed;
  /** The buyer's bank decides a dispute for the school and returns all of it. */
  winDispute(id: string): Changed;
  /** Records the buyer's answer to an authentication. */
  answerChallenge(acsTransID: string, approves: boolean): Changed;
}

/** Amount of a charge that buyers' banks took and have not returned. */
function disputedOf(charge: Charge): number {
  return movedAmount(charge, 'chargeback') - movedAmount(charge, 'chargeback-won');
}

/** What a bank says about a dispute, where the caller does not: a card that was not present, ten days to respond. */
interface DisputeDetails {
  readonly reason?: string | undefined;
  readonly stage?: DisputeStage | undefined;
  /** Days until evidence is no longer taken. */
  readonly days?: number | undefined;
}

const daysToRespond = 10;

function caseOf({ card }: Charge, { reason, stage = 'chargeback', days = daysToRespond }: DisputeDetails, now: Date) {
  return {
    // Visa 10.4 and Mastercard 4837: the holder did not take part in a purchase without the card.
    reason: reason ?? (card.brand === 'mastercard' ? '4837' : '10.4'),
    stage,
    evidenceDue: new Date(now.getTime() + days * 86_400_000).toISOString(),
  };
}

const unknownCharge = refusal(404, 'charge-not-found', 'No such charge.');

export async function createAcquirer(context: SandboxContext): Promise<Acquirer> {
  const used = context.store<UsedToken>('acquirer-used-tokens', { idOf: (token) => token.jti });
  const vault = await openTokenVault(path.resolve(context.dataDir), used, [systemClock, context.clock]);
  const book = openChargeBook(context);

  async function change(charge: Charge): Changed {
    await book.put(charge);
    watch(charge);
    return ok(charge);
  }

  /** Schedules the remaining steps of this charge. */
  function watch({ id, completesAt, status, challenge }: Charge): void {
    if (completesAt !== undefined) context.scheduler.at(new Date(completesAt), () => void complete(id));
    if (status === 'challenge' && challenge)
      context.scheduler.at(new Date(challenge.until), () => void giveUpChallenge(id));
  }

  async function complete(id: string): Promise<void> {
    const charge = book.byId(id);
    if (charge?.completesAt !== undefined) await book.put(completed(charge, context.timestamp()));
  }

  async function giveUpChallenge(id: string): Promise<void> {
    const charge = book.byId(id);
    if (charge?.status === 'challenge')
      await book.put(completed({ ...charge, outcome: declined(notAuthenticatedCode) }, context.timestamp()));
  }

  for (const charge of book.all()) watch(charge);
  const cards = openCardVault(context, vault);
  const threeDsMethod = createThreeDsMethodRecords();
  const create = chargeCreator(context, book, cards, threeDsMethod);

  return {
    book,
    publicKeys: vault.publicKeys,
    cards,
    threeDsMethod,
    verify: cardVerifier(context, cards),
    async create(key, body, rules) {
      const made = await create(key, body, rules);
      if (made.ok) watch(made.value);
      return made;
    },
    async capture(id) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const problem = captureProblem({
        ageMs: context.clock.now().getTime() - Date.parse(charge.createdAt),
        captures: charge.status === 'captured' ? 1 : 0,
      });
      // A repeated request captures nothing more.
      if (problem === 'already-captured') return ok(charge);
      if (charge.status !== 'authorized') return err(wrongStatus(charge));
      if (problem) return err(refusal(409, problem, 'An authorization is captured within 15 days.'));
      return change(captured(charge, context.timestamp()));
    },
    async void(id) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      if (charge.status === 'voided') return ok(charge);
      if (charge.status === 'captured' || charge.status === 'declined') return err(wrongStatus(charge));
      const { completesAt: _, ...rest } = charge;
      return change({ ...rest, status: 'voided' });
    },
    async refund(id, key, amount) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) {
        return err(refusal(422, 'amount-invalid', 'The amount is a positive whole number of minor units.'));
      }
      const before = charge.refunds[key];
      if (before) {
        return before.amount === amount
          ? ok(charge)
          : err(refusal(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another amount.'));
      }
      const sale = movedAmount(charge, 'capture');
      if (refundProblem({ sale, refunded: movedAmount(charge, 'refund'), refund: amount })) {
        return err(refusal(422, 'refund-too-large', 'Refunds never exceed what was captured.'));
      }
      const movementId = `ref_${randomUUID()}`;
      return change({
        ...charge,
        movements: [...charge.movements, { id: movementId, kind: 'refund', amount, at: context.timestamp() }],
        refunds: { ...charge.refunds, [key]: { movementId, amount } },
      });
    },
    async dispute(id, amount, details = {}) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const left = movedAmount(charge, 'capture') - disputedOf(charge);
      const taken = amount ?? left;
      if (!Number.isSafeInteger(taken) || taken < 1 || taken > left) {
        return err(refusal(422, 'dispute-too-large', 'A bank takes back no more than it paid.'));
      }
      const movement = {
        id: `cbk_${randomUUID()}`,
        kind: 'chargeback',
        amount: taken,
        at: context.timestamp(),
        ...caseOf(charge, details, context.clock.now()),
      } as const;
      return change({ ...charge, movements: [...charge.movements, movement] });
    },
    async escalateDispute(id, details) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const newest = charge.movements.findLast(({ kind }) => kind === 'chargeback');
      if (!newest || disputedOf(charge) < 1)
        return err(refusal(409, 'no-dispute', 'Nothing of this charge is disputed.'));
      const known = { ...(newest.reason === undefined ? {} : { reason: newest.reason }), ...details };
      const moved = { ...newest, ...caseOf(charge, known, context.clock.now()) };
      return change({ ...charge, movements: charge.movements.map((one) => (one === newest ? moved : one)) });
    },
    async winDispute(id) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const amount = disputedOf(charge);
      if (amount < 1) return err(refusal(409, 'no-dispute', 'Nothing of this charge is disputed.'));
      const movement = { id: `cbw_${randomUUID()}`, kind: 'chargeback-won', amount, at: context.timestamp() } as const;
      return change({ ...charge, movements: [...charge.movements, movement] });
    },
    async answerChallenge(acsTransID, approves) {
      const charge = book.byChallenge(acsTransID);
      if (!charge?.challenge) return err(unknownCharge);
      if (charge.status !== 'challenge') return err(wrongStatus(charge));
      const passed = approves && !charge.challenge.alwaysFails;
      const answered: Charge = { ...charge, challenge: { ...charge.challenge, transStatus: passed ? 'Y' : 'N' } };
      return change(
        passed
          ? completed({ ...answered, transStatus: 'Y', eci: eciOf(charge.card.brand, 'Y') }, context.timestamp())
          : completed({ ...answered, transStatus: 'N', outcome: declined(notAuthenticatedCode) }, context.timestamp()),
      );
    },
  };
}

function wrongStatus(charge: Charge): Refusal {
  return refusal(409, 'charge-status', `The charge is ${charge.status}.`);
}
