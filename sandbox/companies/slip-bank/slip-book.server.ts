import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { lastPayableDay } from '#src/kernel/time/due-day.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import { bankDay } from '../../pages/format.ts';
import { lateParts } from '../pix-bcb/late-amount.ts';
import type { PixBank } from '../pix-bcb/pix-bank.server.ts';
import type { ReceivedPix } from '../pix-bcb/pix.types.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { barcodeOf } from './barcode.ts';
import type { Slip, SlipPayment } from './slip.types.ts';

/** Credits to the school's account, in their order. */
export interface Credit {
  readonly place: number;
  readonly slip: Slip;
  readonly payment: SlipPayment;
}

/** The payer's action with a slip. Amounts are minor units. */
export interface SlipOrder {
  readonly amount?: number | undefined;
  readonly channel?: 'barcode' | 'pix' | undefined;
  readonly times?: number | undefined;
  /** Pays although the bank would refuse: paid before, canceled, not registered yet, far too late. */
  readonly force?: boolean | undefined;
}

export type SlipObstacle =
  | 'slip-not-found'
  | 'slip-pending'
  | 'slip-refused'
  | 'slip-canceled'
  | 'slip-paid'
  | 'slip-overdue'
  | 'pix-not-offered';

/** All slips and their payments. A payment by barcode or QR closes the other. */
export interface SlipBook {
  get(ourNumber: string): Slip | undefined;
  /** By number, typed line, barcode or the school's reference. */
  find(typed: string): Slip | undefined;
  put(slip: Slip): Promise<void>;
  all(): IterableIterator<Slip>;
  obstacle(slip: Slip): SlipObstacle | null;
  /** The amount due today. */
  dueAmount(slip: Slip): number;
  pay(slip: Slip, order: SlipOrder): Promise<Result<Slip, SlipObstacle>>;
  creditsAfter(place: number, limit: number): readonly Credit[];
}

const payableAfterDueDays = 30;

export function openSlipBook(context: SandboxContext, pixBank: PixBank): SlipBook {
  const store = context.store<Slip>('slips', { idOf: (slip) => slip.ourNumber });
  const barcodes = new Map<string, string>();
  const references = new Map<string, string>();
  const txids = new Map<string, string>();
  const credits: { place: number; ourNumber: string; paymentId: string }[] = [];

  function index(slip: Slip): void {
    barcodes.set(slip.barcode, slip.ourNumber);
    references.set(slip.reference, slip.ourNumber);
    if (slip.txid !== undefined) txids.set(slip.txid, slip.ourNumber);
  }
  for (const slip of store.values()) {
    index(slip);
    for (const payment of slip.payments) {
      if (payment.place === undefined) creditLater(slip.ourNumber, payment);
      else credits.push({ place: payment.place, ourNumber: slip.ourNumber, paymentId: payment.id });
    }
  }
  credits.sort((one, other) => one.place - other.place);

  async function put(slip: Slip): Promise<void> {
    store.put(slip);
    index(slip);
    const body = {
      id: `evt_${randomUUID()}`,
      type: 'slip.changed',
      ourNumber: slip.ourNumber,
      reference: slip.reference,
    };
    await context.dispatcher.post({
      from: 'slip-bank',
      url: slip.notificationUrl,
      body,
      tampered: {
        wrongAmount: { ...body, amount: slip.amount + 1 },
        foreign: { ...body, ourNumber: '99999999999', reference: 'foreign' },
      },
    });
  }

  function feesOf({ amount, late, dueDate }: Slip): number {
    const { fine, interest } = lateParts(amount, late, dueDate, bankDay(context.clock.now()));
    return fine + interest;
  }

  /** A payment covers the slip first, then the fine, then the interest. */
  function partsOf({ amount, late, dueDate }: Slip, paid: number): Pick<SlipPayment, 'fine' | 'interest'> {
    const owed = lateParts(amount, late, dueDate, bankDay(context.clock.now()));
    const fine = Math.min(owed.fine, Math.max(0, paid - amount));
    const interest = Math.min(owed.interest, Math.max(0, paid - amount - fine));
    return fine + interest === 0 ? {} : { fine, interest };
  }

  async function addPayment(slip: Slip, payment: Omit<SlipPayment, 'creditsAt' | 'paidAt'>): Promise<Slip> {
    const now = context.clock.now();
    const delay = context.faults.active('slip-bank', 'settle-delay')?.seconds ?? 0;
    const paid: SlipPayment = {
      ...payment,
      ...partsOf(slip, payment.amount),
      paidAt: now.toISOString(),
      creditsAt: new Date(now.getTime() + delay * 1000).toISOString(),
    };
    const credited = delay === 0 ? creditNow(slip.ourNumber, paid) : paid;
    const after: Slip = { ...slip, status: 'paid', payments: [...slip.payments, credited] };
    if (payment.channel === 'barcode' && slip.txid !== undefined) pixBank.charges.close(slip.txid, 'REMOVIDA_PELO_PSP');
    await put(after);
    if (delay > 0) creditLater(slip.ourNumber, paid);
    return after;
  }

  function creditNow(ourNumber: string, payment: SlipPayment): SlipPayment {
    const place = (credits.at(-1)?.place ?? 0) + 1;
    credits.push({ place, ourNumber, paymentId: payment.id });
    return { ...payment, place };
  }

  function creditLater(ourNumber: string, payment: SlipPayment): void {
    context.scheduler.at(new Date(payment.creditsAt), () => {
      const slip = store.get(ourNumber);
      if (!slip) return;
      const credited = creditNow(ourNumber, payment);
      void put({ ...slip, payments: slip.payments.map((other) => (other.id === payment.id ? credited : other)) });
    });
  }

  async function takePix(pix: ReceivedPix): Promise<void> {
    const slip = store.get(txids.get(pix.txid) ?? '');
    const isNew = slip?.payments.every((payment) => payment.id !== pix.endToEndId);
    if (slip && isNew) await addPayment(slip, { id: pix.endToEndId, amount: pix.amount, channel: 'pix' });
  }
  pixBank.money.onChange(takePix);
  // A crash may have come between the two journals.
  for (const pix of pixBank.money.all()) void takePix(pix);

  function obstacle(slip: Slip): SlipObstacle | null {
    if (slip.status === 'paid') return 'slip-paid';
    if (slip.status === 'canceled') return 'slip-canceled';
    if (slip.status === 'refused') return 'slip-refused';
    if (slip.status === 'pending-registration') return 'slip-pending';
    const lastDay = lastPayableDay(requireLocalDate(slip.dueDate), payableAfterDueDays);
    return bankDay(context.clock.now()) > lastDay ? 'slip-overdue' : null;
  }

  return {
    get: (ourNumber) => store.get(ourNumber.padStart(11, '0')),
    find(typed) {
      const text = typed.trim();
      const byBars = store.get(barcodes.get(barcodeOf(text) ?? '') ?? '');
      return (
        byBars ?? (/^\d{1,11}$/.test(text) ? store.get(text.padStart(11, '0')) : store.get(references.get(text) ?? ''))
      );
    },
    put,
    all: () => store.values(),
    obstacle,
    dueAmount: (slip) => slip.amount + feesOf(slip),
    async pay(slip, { amount = slip.amount + feesOf(slip), channel = 'barcode', times = 1, force = false }) {
      const stop = force ? null : obstacle(slip);
      if (stop) return err(stop);
      let current = slip;
      if (channel === 'pix') {
        const charge = slip.txid === undefined ? undefined : pixBank.charges.byTxid(slip.txid);
        if (!charge) return err('pix-not-offered');
        await pixBank.payer.pay(charge, { amount, times, force: true });
        current = store.get(slip.ourNumber) ?? slip;
      } else {
        for (let count = 0; count < times; count += 1)
          current = await addPayment(current, { id: `crd_${randomUUID()}`, amount, channel });
      }
      return ok(current);
    },
    creditsAfter: (place, limit) =>
      credits
        .slice(firstAfter(credits, place), firstAfter(credits, place) + limit)
        .flatMap((credit) => creditOf(store.get(credit.ourNumber), credit)),
  };
}

/** Positions are whole numbers without gaps from 1, so that a position is its index plus one. */
function firstAfter(credits: readonly unknown[], place: number): number {
  return Math.min(Math.max(place, 0), credits.length);
}

function creditOf(slip: Slip | undefined, { place, paymentId }: { place: number; paymentId: string }): Credit[] {
  const payment = slip?.payments.find(({ id }) => id === paymentId);
  return slip && payment ? [{ place, slip, payment }] : [];
}
