import type { World } from '../world/world.server.ts';
import { createPixPayer, type PixPayer } from './pay-pix.server.ts';
import { openPixCharges, type PixCharges } from './pix-charges.server.ts';
import { openPixMoney, type PixMoney } from './pix-money.server.ts';
import { openPixRecurrences, type PixRecurrences } from './recurrences.server.ts';
import { openRecurringCharges, type RecurringCharges } from './recurring-charges.server.ts';
import { openRecurringWebhooks, type RecurringWebhooks } from './recurring-webhooks.server.ts';
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

export function createPixBank(world: World): PixBank {
  const charges = openPixCharges(world);
  const money = openPixMoney(world, charges);
  const recurrences = openPixRecurrences(world, charges);
  const { key } = world.accounts.pixBank.payee;
  const recurringCharges = openRecurringCharges(world, recurrences, money, () => key);
  return {
    charges,
    recurrences,
    recurringCharges,
    recurringWebhooks: openRecurringWebhooks(world, recurrences, recurringCharges, money),
    money,
    webhooks: openPixWebhooks(world, charges, money),
    payer: createPixPayer(world, charges, money, recurrences),
  };
}
