import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type Cards, createCards } from './cards.server.ts';
import { type Charges, createCharges } from './charges.server.ts';
import { createOrders, type Orders } from './orders.server.ts';
import { createTokens, type Tokens } from './tokens.server.ts';
import { createWallets, type Wallets } from './wallets.server.ts';

/** Culqi: tokens, kept cards, charges, orders with a CIP, and the Yape apps of Peru. */
export interface Culqi {
  readonly tokens: Tokens;
  readonly cards: Cards;
  readonly sources: Sources;
  readonly charges: Charges;
  readonly orders: Orders;
  readonly wallets: Wallets;
}

/** Source of a charge: a token, which is charged once, or a kept card. */
export type Sources = Pick<Tokens, 'get' | 'put' | 'problem'>;

function sourcesOf(tokens: Tokens, cards: Cards): Sources {
  return {
    get: (id) => tokens.get(id) ?? cards.source(id),
    put: (token) => (tokens.get(token.id) ? tokens.put(token) : cards.noteSource(token)),
    problem: (token, amount) => tokens.problem(token, amount),
  };
}

export function createCulqi(context: SandboxContext): Culqi {
  const wallets = createWallets(context);
  const tokens = createTokens(context, wallets);
  const cards = createCards(context, tokens);
  const sources = sourcesOf(tokens, cards);
  return { tokens, cards, sources, wallets, charges: createCharges(context, sources), orders: createOrders(context) };
}
