import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { bankDay } from '../../pages/format.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { readLocation } from './br-code.ts';
import { lateParts } from './late-amount.ts';
import type { PixCharges } from './pix-charges.server.ts';
import type { PixMoney } from './pix-money.server.ts';
import type { PixCharge, ReceivedPix } from './pix.types.ts';
import type { PixRecurrences } from './automatic/recurrences.server.ts';

/** The payer's action with a code. Amounts are minor units. */
export interface PixOrder {
  readonly amount?: number | undefined;
  /** How often the money is sent; 1 when absent. */
  readonly times?: number | undefined;
  /**
   * Sends although the bank would refuse: expired, paid, removed, another amount. It stands for money already on its
   * way.
   */
  readonly force?: boolean | undefined;
  /** Also approves the mandate of the code; it counts once the money is sent. */
  readonly approve?: boolean | undefined;
}

export type PayRefusal =
  | 'charge-not-found'
  | 'code-mistyped'
  | 'charge-paid'
  | 'charge-removed'
  | 'charge-expired'
  | 'amount-fixed';

export interface PixPayer {
  /** The charge behind a pasted code or a txid. */
  find(codeOrTxid: string): Result<PixCharge, PayRefusal>;
  /** The amount due now, minor units. */
  due(charge: PixCharge): number;
  /** Why the payer's bank would refuse it now; null when it would pay. */
  obstacle(charge: PixCharge): PayRefusal | null;
  pay(charge: PixCharge, order: PixOrder): Promise<Result<readonly ReceivedPix[], PayRefusal>>;
}

export function createPixPayer(
  context: SandboxContext,
  charges: PixCharges,
  money: PixMoney,
  recurrences: PixRecurrences,
): PixPayer {
  function obstacle(charge: PixCharge): PayRefusal | null {
    if (charge.status === 'CONCLUIDA') return 'charge-paid';
    if (charge.status !== 'ATIVA') return 'charge-removed';
    return isOver(charge, context.clock.now()) ? 'charge-expired' : null;
  }

  return {
    obstacle,
    due: (charge) => dueAmount(charge, context.clock.now()),
    find(codeOrTxid) {
      const text = codeOrTxid.trim();
      const location = readLocation(text);
      if (location === 'wrong-checksum') return err('code-mistyped');
      const charge = location === null ? charges.byTxid(text) : charges.byToken(location.split('/').at(-1) ?? '');
      if (!charge || (location !== null && charges.locationOf(charge) !== location)) return err('charge-not-found');
      return ok(charge);
    },
    async pay(charge, { amount = dueAmount(charge, context.clock.now()), times = 1, force = false, approve = false }) {
      if (!force) {
        const stop = obstacle(charge);
        if (stop) return err(stop);
        if (amount !== dueAmount(charge, context.clock.now()) && !charge.terms.mayChangeAmount)
          return err('amount-fixed');
      }
      const sent: ReceivedPix[] = [];
      for (let count = 0; count < times; count += 1) sent.push(await money.receive(charge, amount));
      const asked = approve ? recurrences.byTxid(charge.txid) : undefined;
      if (asked && sent.length > 0) recurrences.move(asked.idRec, 'APROVADA');
      return ok(sent);
    },
  };
}

/** The amount due at this moment: the value, with fine and interest. */
export function dueAmount({ terms }: PixCharge, now: Date): number {
  if (terms.dueDate === undefined) return terms.amount;
  const { fine, interest } = lateParts(terms.amount, terms.late, terms.dueDate, bankDay(now));
  return terms.amount + fine + interest;
}

function isOver({ criacao, terms }: PixCharge, now: Date): boolean {
  if (terms.dueDate === undefined) return now.getTime() > Date.parse(criacao) + (terms.expiracao ?? 86_400) * 1000;
  return bankDay(now) > lastDay(terms.dueDate, terms.daysAfterDue ?? 30);
}

/** Last day to pay: a due date on a weekend moves to Monday, and so does a last day. */
function lastDay(dueDate: string, daysAfter: number): string {
  return afterWeekend(plusDays(afterWeekend(dueDate), daysAfter));
}

function afterWeekend(date: string): string {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return weekday === 6 ? plusDays(date, 2) : weekday === 0 ? plusDays(date, 1) : date;
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
