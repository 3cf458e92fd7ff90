import type { World } from '../world/world.server.ts';
import { type Charges, createCharges } from './charges.server.ts';
import { createOrders, type Orders } from './orders.server.ts';
import { createTokens, type Tokens } from './tokens.server.ts';
import { createWallets, type Wallets } from './wallets.server.ts';

/** Culqi: tokens, charges, orders with a CIP, and the Yape apps of Peru. */
export interface Culqi {
  readonly tokens: Tokens;
  readonly charges: Charges;
  readonly orders: Orders;
  readonly wallets: Wallets;
}

export function createCulqi(world: World): Culqi {
  const wallets = createWallets(world);
  const tokens = createTokens(world, wallets);
  return { tokens, wallets, charges: createCharges(world, tokens), orders: createOrders(world) };
}
