import type { Acquirer } from './companies/test-acquirer/acquirer.server.ts';
import { movedAmount } from './companies/test-acquirer/charge.types.ts';
import { culqiBook } from './companies/culqi/book.server.ts';
import type { Culqi } from './companies/culqi/culqi.server.ts';
import { mPesaBook } from './companies/m-pesa-vodacom/book.server.ts';
import type { MobileNetwork } from './companies/m-pesa-vodacom/network.server.ts';
import { nuPayBook } from './companies/nupay/book.server.ts';
import type { NuPay } from './companies/nupay/nupay.server.ts';
import { pagarmeBook } from './companies/pagarme/book.server.ts';
import type { Pagarme } from './companies/pagarme/pagarme.server.ts';
import type { PixBank } from './companies/pix-bcb/pix-bank.server.ts';
import type { PointsClub } from './companies/points-club/points-club.server.ts';
import type { SlipBank } from './companies/slip-bank/slip-bank.server.ts';
import type { Company } from './faults/faults.server.ts';

/** Whoever takes a part of a price: in money, or in points that stand for it. */
export type Taker = Company | 'points-club';

/** One charge of the outside world. Amounts are minor units; `reference` is the school's own name for it. */
export interface BookCharge {
  readonly company: Taker;
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  /** What buyers' banks took back and kept. */
  readonly disputed: number;
  readonly createdAt: string;
}

/** Money that moved, once per `id`. */
export interface BookMovement {
  readonly company: Taker;
  readonly id: string;
  readonly chargeId: string;
  readonly kind: 'capture' | 'refund' | 'chargeback' | 'chargeback-won';
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
}

/** What really happened outside, whatever anybody was told: the ground truth for checks. */
export interface Book {
  readonly charges: readonly BookCharge[];
  readonly movements: readonly BookMovement[];
}

export interface Companies {
  readonly acquirer: Acquirer;
  readonly pixBank: PixBank;
  readonly slipBank: SlipBank;
  readonly network: MobileNetwork;
  readonly nuPay: NuPay;
  readonly pagarme: Pagarme;
  readonly culqi: Culqi;
  readonly points: PointsClub;
}

/** Reads the books of all companies. The QR of a slip counts with its slip, not with the Pix bank. */
export function readBook({ acquirer, pixBank, slipBank, points, network, nuPay, pagarme, culqi }: Companies): Book {
  const ofSlips = new Set([...slipBank.book.all()].map(({ txid }) => txid));
  const parts = [
    ...[acquirerBook(acquirer), pixBook(pixBank, ofSlips), slipBook(slipBank), pointsBook(points)],
    ...[mPesaBook(network), nuPayBook(nuPay), pagarmeBook(pagarme), culqiBook(culqi)],
  ];
  return { charges: parts.flatMap(({ charges }) => charges), movements: parts.flatMap(({ movements }) => movements) };
}

function acquirerBook({ book }: Acquirer): Book {
  const all = [...book.all()];
  return {
    charges: all.map((charge) => ({
      company: 'acquirer',
      id: charge.id,
      reference: charge.merchantOrderId,
      status: charge.status,
      amount: charge.amount,
      currency: charge.currency,
      captured: movedAmount(charge, 'capture'),
      refunded: movedAmount(charge, 'refund'),
      disputed: movedAmount(charge, 'chargeback') - movedAmount(charge, 'chargeback-won'),
      createdAt: charge.createdAt,
    })),
    movements: all.flatMap(({ id: chargeId, currency, movements }) =>
      movements.map(({ id, kind, amount, at }) => ({
        company: 'acquirer' as const,
        id,
        chargeId,
        kind,
        amount,
        currency,
        at,
      })),
    ),
  };
}

function pixBook({ charges, recurringCharges, money }: PixBank, elsewhere: ReadonlySet<string | undefined>): Book {
  const atOnce = [...charges.all()].filter(({ txid }) => !elsewhere.has(txid));
  const own = [
    ...atOnce.map(({ txid, status, criacao, terms }) => ({ txid, status, criacao, amount: terms.amount })),
    ...recurringCharges.all(),
  ];
  const company = 'pix-bank';
  const currency = 'BRL';
  const movementsOf = (chargeId: string): BookMovement[] =>
    money.ofCharge(chargeId).flatMap((pix) => [
      {
        company,
        id: pix.endToEndId,
        chargeId,
        kind: 'capture' as const,
        amount: pix.amount,
        currency,
        at: pix.horario,
      },
      ...pix.devolucoes
        .filter(({ status }) => status === 'DEVOLVIDO')
        .map(
          (back) =>
            ({
              company,
              id: back.rtrId,
              chargeId,
              kind: back.natureza?.startsWith('MED_') ? 'chargeback' : 'refund',
              amount: back.amount,
              currency,
              at: back.liquidacao ?? back.solicitacao,
            }) satisfies BookMovement,
        ),
    ]);
  return {
    charges: own.map(({ txid, status, amount, criacao }) => {
      const moved = movementsOf(txid);
      return {
        company,
        id: txid,
        reference: txid,
        status,
        amount,
        currency,
        captured: sum(moved, 'capture'),
        refunded: sum(moved, 'refund'),
        disputed: 0,
        createdAt: criacao,
      };
    }),
    movements: own.flatMap(({ txid }) => movementsOf(txid)),
  };
}

function slipBook({ book }: SlipBank): Book {
  const all = [...book.all()];
  const company = 'slip-bank';
  const currency = 'BRL';
  return {
    charges: all.map(({ ourNumber, reference, status, amount, payments, createdAt }) => ({
      company,
      id: ourNumber,
      reference,
      status,
      amount,
      currency,
      captured: payments.reduce((total, payment) => total + payment.amount, 0),
      refunded: 0,
      disputed: 0,
      createdAt,
    })),
    movements: all.flatMap(({ ourNumber, payments }) =>
      payments.map(
        ({ id, amount, paidAt }) =>
          ({ company, id, chargeId: ourNumber, kind: 'capture', amount, currency, at: paidAt }) as const,
      ),
    ),
  };
}

/** Points count by the money that they stood for. */
function pointsBook({ book }: PointsClub): Book {
  const all = book.redemptions();
  const company = 'points-club';
  const currency = 'BRL';
  const movementsOf = ({ id: chargeId, movements }: (typeof all)[number]): BookMovement[] =>
    movements.map(({ id, kind, amount, at }) => ({
      company,
      id,
      chargeId,
      kind: kind === 'return' ? ('refund' as const) : ('capture' as const),
      amount,
      currency,
      at,
    }));
  return {
    charges: all.map((one) => {
      const { id, reference, state: status, amount, createdAt } = one;
      const moved = movementsOf(one);
      const [captured, refunded] = [sum(moved, 'capture'), sum(moved, 'refund')];
      return { company, id, reference, status, amount, currency, captured, refunded, disputed: 0, createdAt };
    }),
    movements: all.flatMap(movementsOf),
  };
}

function sum(movements: readonly BookMovement[], kind: BookMovement['kind']): number {
  return movements.reduce((total, movement) => (movement.kind === kind ? total + movement.amount : total), 0);
}
