import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { createPixPayer, type PixPayer } from './pay-pix.server.ts';
import { openPixCharges, type PixCharges } from './pix-charges.server.ts';
import { openPixMoney, type PixMoney } from './pix-money.server.ts';
import { openPixRecurrences, type PixRecurrences } from './automatic/recurrences.server.ts';
import { openRecurringCharges, type RecurringCharges } from './automatic/recurring-charges.server.ts';
import { openRecurringWebhooks, type RecurringWebhooks } from './automatic/recurring-webhooks.server.ts';
import { openPixWebhooks, type PixWebhooks } from './pix-webhooks.server.ts';

/** The bank at which the school receives Pix. */
export interface PixBank {
  readonly charges: PixCharges;
  readonly money: PixMoney;
  readonly webhooks: PixWebhooks;
  readonly payer: PixPayer;
  readonly recurrences: PixRecurrences;
  readonly recurringCharges: RecurringCharges;
  readonly recurringWebhooks: RecurringWebhooks;
}

export function createPixBank(context: SandboxContext): PixBank {
  const charges = openPixCharges(context);
  const money = openPixMoney(context, charges);
  const recurrences = openPixRecurrences(context, charges);
  const { key } = context.accounts.pixBank.payee;
  const recurringCharges = openRecurringCharges(context, recurrences, money, () => key);
  return {
    charges,
    recurrences,
    recurringCharges,
    recurringWebhooks: openRecurringWebhooks(context, recurrences, recurringCharges, money),
    money,
    webhooks: openPixWebhooks(context, charges, money),
    payer: createPixPayer(context, charges, money, recurrences),
  };
}
