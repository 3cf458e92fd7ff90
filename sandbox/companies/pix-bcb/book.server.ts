import { type Book, type BookMovement, sumOf } from '../../runtime/book.ts';
import type { PixBank } from './pix-bank.server.ts';

/** The bank's movements for the school. The QR of a slip counts with its slip, in the book of the slips' bank. */
export function pixBook({ charges, recurringCharges, money }: PixBank, clientId: string): Book {
  const atOnce = [...charges.all()].filter(({ owner }) => owner === clientId);
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
        captured: sumOf(moved, 'capture'),
        refunded: sumOf(moved, 'refund'),
        disputed: 0,
        createdAt: criacao,
      };
    }),
    movements: own.flatMap(({ txid }) => movementsOf(txid)),
  };
}
