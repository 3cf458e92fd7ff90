import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { createPixPayer, type PixPayer } from './pay-pix.server.ts';
import { openPixCharges, type PixCharges } from './pix-charges.server.ts';
import { openPixMoney, type PixMoney } from './pix-money.server.ts';
import { openPixRecurrences, type PixRecurrences } from './automatic/recurrences.server.ts';
import { openRecurringCharges, type RecurringCharges } from './automatic/recurring-charges.server.ts';
import { openRecurringWebhooks, type RecurringWebhooks } from './automatic/recurring-webhooks.server.ts';
import { openPixWebhooks, type PixWebhooks } from './pix-webhooks.server.ts';
import { accountOf } from './account.server.ts';

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

const banks = new WeakMap<SandboxContext, PixBank>();

/** The Pix bank of a sandbox, shared by its own folder and the companies whose slips carry a Pix. */
export function pixBankOf(context: SandboxContext): PixBank {
  const bank = banks.get(context) ?? createPixBank(context);
  banks.set(context, bank);
  return bank;
}

function createPixBank(context: SandboxContext): PixBank {
  const charges = openPixCharges(context);
  const money = openPixMoney(context, charges);
  const recurrences = openPixRecurrences(context, charges);
  const { key } = accountOf(context.secrets).payee;
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
