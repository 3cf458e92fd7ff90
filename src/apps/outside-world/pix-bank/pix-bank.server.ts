import type { World } from '../world/world.server.ts';
import { createPixPayer, type PixPayer } from './pay-pix.server.ts';
import { openPixCharges, type PixCharges } from './pix-charges.server.ts';
import { openPixMoney, type PixMoney } from './pix-money.server.ts';
import { openPixWebhooks, type PixWebhooks } from './pix-webhooks.server.ts';

/** The bank at which the school receives Pix. */
export interface PixBank {
  readonly charges: PixCharges;
  readonly money: PixMoney;
  readonly webhooks: PixWebhooks;
  readonly payer: PixPayer;
}

export function createPixBank(world: World): PixBank {
  const charges = openPixCharges(world);
  const money = openPixMoney(world, charges);
  return {
    charges,
    money,
    webhooks: openPixWebhooks(world, charges, money),
    payer: createPixPayer(world, charges, money),
  };
}
