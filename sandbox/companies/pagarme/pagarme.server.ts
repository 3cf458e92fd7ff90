import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type ChargeBook, openChargeBook } from './charge-book.server.ts';
import { type Charge, moneyOf } from './charge.types.ts';
import { type CreateOrder, fingerprintOf, orderCreator } from './create-order.server.ts';
import { keyTaken, notFound, type Problem, wrongState } from './problems.ts';
import { addStep, completed } from './complete-charge.server.ts';
import { createTokens, type Tokens } from './tokens.server.ts';
import { openWallet } from './wallet.server.ts';
import { accountOf } from './account.server.ts';

type Changed = Promise<Result<Charge, Problem>>;

/** The payer's action with a slip. */
export interface SlipPayment {
  readonly amount?: number | undefined;
  /** Pays although the slip was canceled. */
  readonly force?: boolean | undefined;
}

export interface Pagarme {
  readonly book: ChargeBook;
  readonly tokens: Tokens;
  readonly order: CreateOrder;
  capture(id: string, amount: unknown): Changed;
  /** Before capture it voids the charge; after capture it refunds: all that is left, or a part. */
  cancel(id: string, amount: unknown, key: string | null): Changed;
  paySlip(id: string, payment: SlipPayment): Changed;
  /** A chargeback of the whole amount. */
  dispute(id: string): Changed;
}

const captureWithinMs = 5 * 86_400_000;

export function createPagarme(context: SandboxContext): Pagarme {
  const book = openChargeBook(context, accountOf(context.secrets).hooks);
  const tokens = createTokens(context);
  const create = orderCreator(context, book, tokens, openWallet(context));

  async function change(charge: Charge): Changed {
    await book.put(charge);
    return ok(charge);
  }

  function watch({ id, completesAt }: Charge): void {
    if (completesAt !== undefined) context.scheduler.at(new Date(completesAt), () => void complete(id));
  }
  async function complete(id: string): Promise<void> {
    const charge = book.byId(id);
    if (charge?.completesAt === undefined) return;
    const now = context.timestamp();
    if (charge.method === 'credit_card') return book.put(completed(charge, now));
    const { completesAt: _, ...rest } = charge;
    const transactions = rest.transactions.map((one) => ({ ...one, status: 'generated' }));
    await book.put({ ...rest, status: 'pending', transactions, updatedAt: now });
  }
  for (const charge of book.all()) watch(charge);

  return {
    book,
    tokens,
    async order(key, body, rules) {
      const made = await create(key, body, rules);
      if (made.ok) watch(made.value);
      return made;
    },
    async capture(id, amount) {
      const charge = book.byId(id);
      if (!charge) return err(notFound);
      const isReserved = charge.status === 'pending' && charge.method === 'credit_card';
      if (!isReserved) return err(wrongState('This charge can not be captured.'));
      if (amount !== undefined && amount !== charge.amount)
        return err(wrongState('Only the whole amount is taken here.'));
      const now = context.timestamp();
      if (Date.parse(now) - Date.parse(charge.createdAt) > captureWithinMs)
        return err(wrongState('The reservation has ended.'));
      const step = { operation: 'capture', status: 'captured', success: true, paidAt: now } as const;
      return change(addStep({ ...charge, status: 'paid' }, step, now));
    },
    async cancel(id, amount, key) {
      const charge = book.byId(id);
      if (!charge) return err(notFound);
      const fingerprint = fingerprintOf(amount);
      const before = key === null ? undefined : charge.calls[key];
      if (before) return before.fingerprint === fingerprint ? ok(charge) : err(keyTaken);
      const now = context.timestamp();
      const { captured, refunded } = moneyOf(charge);
      const left = captured - refunded;
      let next: Charge;
      if (captured === 0) {
        if (charge.status === 'canceled') return ok(charge);
        if (charge.status === 'failed') return err(wrongState('This charge can not be canceled.'));
        const { completesAt: _, ...rest } = charge;
        const operation = charge.method === 'boleto' ? 'boleto' : 'cancel';
        next = addStep({ ...rest, status: 'canceled' }, { operation, status: 'voided', success: true }, now);
      } else {
        if (charge.method === 'boleto') return err(wrongState('A bank account is needed to give a slip back.'));
        const back = amount ?? left;
        if (typeof back !== 'number' || !Number.isSafeInteger(back) || back < 1 || back > left)
          return err(wrongState('The amount is more than what is left.'));
        const isAll = back === left;
        const status = isAll ? 'refunded' : 'partial_refunded';
        const step = { operation: 'cancel', status, success: true, amount: back } as const;
        next = addStep({ ...charge, status: isAll ? 'canceled' : charge.status }, step, now);
      }
      const transactionId = next.transactions.at(-1)?.id ?? '';
      return change(key === null ? next : { ...next, calls: { ...next.calls, [key]: { fingerprint, transactionId } } });
    },
    async paySlip(id, { amount, force }) {
      const charge = book.byId(id);
      if (charge?.method !== 'boleto') return err(notFound);
      const isPayable = charge.status === 'pending' || (force === true && charge.status === 'canceled');
      if (!isPayable) return err({ status: 409, message: `The slip is ${charge.status}.` });
      const paid = amount ?? charge.amount;
      const status = paid === charge.amount ? 'paid' : paid > charge.amount ? 'overpaid' : 'underpaid';
      const now = context.timestamp();
      const transactions = charge.transactions.map((one, at) =>
        at === 0 ? { ...one, status, paidAmount: paid, paidAt: now } : one,
      );
      return change({ ...charge, status, transactions, updatedAt: now });
    },
    async dispute(id) {
      const charge = book.byId(id);
      if (!charge) return err(notFound);
      const { captured, refunded } = moneyOf(charge);
      if (charge.method !== 'credit_card' || captured - refunded < 1 || charge.status === 'chargedback')
        return err(wrongState('Nothing is left of this charge.'));
      return change({ ...charge, status: 'chargedback', updatedAt: context.timestamp() });
    },
  };
}
