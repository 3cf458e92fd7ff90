import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { systemClock } from '#src/kernel/time/clock.ts';
import { type Refusal, refusal } from '../http/answers.server.ts';
import type { World } from '../world/world.server.ts';
import { eciOf } from './authentication-results.ts';
import { type BrowserLooks, browserLooks } from './browser-looks.server.ts';
import { type CardRoom, openCardRoom } from './card-room.server.ts';
import { openTokenVault, type TokenVault, type UsedToken } from './card-token.server.ts';
import { captured, type ChargeBook, openChargeBook, settled } from './charge-book.server.ts';
import { captureProblem, refundProblem } from './charge-rules.ts';
import { type Charge, movedAmount } from './charge.types.ts';
import { chargeCreator, type CreateCharge, notAuthenticatedCode } from './create-charge.server.ts';
import { declined } from './test-cards.ts';
import { cardVerifier, type VerifyCard } from './verify-card.server.ts';

type Changed = Promise<Result<Charge, Refusal>>;

export interface Acquirer {
  readonly book: ChargeBook;
  readonly publicKeys: TokenVault['publicKeys'];
  readonly cards: CardRoom;
  readonly looks: BrowserLooks;
  readonly verify: VerifyCard;
  readonly create: CreateCharge;
  capture(id: string): Changed;
  void(id: string): Changed;
  refund(id: string, key: string, amount: unknown): Changed;
  /** The buyer's bank takes money back: all that is left, or a part. */
  dispute(id: string, amount?: number): Changed;
  /** The buyer's bank decides a dispute for the school and gives all of it back. */
  winDispute(id: string): Changed;
  /** Writes down what the buyer answered to the bank. */
  answerChallenge(acsTransID: string, approves: boolean): Changed;
}

/** What buyers' banks took of a charge and have not given back. */
function disputedOf(charge: Charge): number {
  return movedAmount(charge, 'chargeback') - movedAmount(charge, 'chargeback-won');
}

const unknownCharge = refusal(404, 'charge-not-found', 'No such charge.');

export async function createAcquirer(world: World, dataDir: string): Promise<Acquirer> {
  const used = world.shelf<UsedToken>('acquirer-used-tokens', { idOf: (token) => token.jti });
  const vault = await openTokenVault(path.resolve(dataDir), used, [systemClock, world.clock]);
  const book = openChargeBook(world);

  async function change(charge: Charge): Changed {
    await book.put(charge);
    watch(charge);
    return ok(charge);
  }

  /** Puts what this charge still waits for on the agenda. */
  function watch({ id, settlesAt, status, challenge }: Charge): void {
    if (settlesAt !== undefined) world.agenda.at(new Date(settlesAt), () => void settle(id));
    if (status === 'challenge' && challenge) world.agenda.at(new Date(challenge.until), () => void giveUpChallenge(id));
  }

  async function settle(id: string): Promise<void> {
    const charge = book.byId(id);
    if (charge?.settlesAt !== undefined) await book.put(settled(charge, world.timestamp()));
  }

  async function giveUpChallenge(id: string): Promise<void> {
    const charge = book.byId(id);
    if (charge?.status === 'challenge')
      await book.put(settled({ ...charge, outcome: declined(notAuthenticatedCode) }, world.timestamp()));
  }

  for (const charge of book.all()) watch(charge);
  const cards = openCardRoom(world, vault);
  const looks = browserLooks();
  const create = chargeCreator(world, book, cards, looks);

  return {
    book,
    publicKeys: vault.publicKeys,
    cards,
    looks,
    verify: cardVerifier(world, cards),
    async create(key, body, rules) {
      const made = await create(key, body, rules);
      if (made.ok) watch(made.value);
      return made;
    },
    async capture(id) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const problem = captureProblem({
        ageMs: world.clock.now().getTime() - Date.parse(charge.createdAt),
        captures: charge.status === 'captured' ? 1 : 0,
      });
      // Asked once more, nothing is taken once more.
      if (problem === 'already-captured') return ok(charge);
      if (charge.status !== 'authorized') return err(wrongStatus(charge));
      if (problem) return err(refusal(409, problem, 'An authorization is captured within 15 days.'));
      return change(captured(charge, world.timestamp()));
    },
    async void(id) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      if (charge.status === 'voided') return ok(charge);
      if (charge.status === 'captured' || charge.status === 'declined') return err(wrongStatus(charge));
      const { settlesAt: _, ...rest } = charge;
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
        movements: [...charge.movements, { id: movementId, kind: 'refund', amount, at: world.timestamp() }],
        refunds: { ...charge.refunds, [key]: { movementId, amount } },
      });
    },
    async dispute(id, amount) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const left = movedAmount(charge, 'capture') - disputedOf(charge);
      const taken = amount ?? left;
      if (!Number.isSafeInteger(taken) || taken < 1 || taken > left) {
        return err(refusal(422, 'dispute-too-large', 'A bank takes back no more than it paid.'));
      }
      const movement = { id: `cbk_${randomUUID()}`, kind: 'chargeback', amount: taken, at: world.timestamp() } as const;
      return change({ ...charge, movements: [...charge.movements, movement] });
    },
    async winDispute(id) {
      const charge = book.byId(id);
      if (!charge) return err(unknownCharge);
      const amount = disputedOf(charge);
      if (amount < 1) return err(refusal(409, 'no-dispute', 'Nothing of this charge is disputed.'));
      const movement = { id: `cbw_${randomUUID()}`, kind: 'chargeback-won', amount, at: world.timestamp() } as const;
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
          ? settled({ ...answered, transStatus: 'Y', eci: eciOf(charge.card.brand, 'Y') }, world.timestamp())
          : settled({ ...answered, transStatus: 'N', outcome: declined(notAuthenticatedCode) }, world.timestamp()),
      );
    },
  };
}

function wrongStatus(charge: Charge): Refusal {
  return refusal(409, 'charge-status', `The charge is ${charge.status}.`);
}
