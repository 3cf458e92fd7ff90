import { randomUUID } from 'node:crypto';
import { brandOf } from '../test-acquirer/test-cards.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { SavedCard } from './charge.types.ts';
import { decide, type TokenCard } from './test-cards.ts';

/** Cards on file of the customers who paid with them. */
export interface Wallet {
  /** A card by its id, for the customer of this e-mail only. */
  of(id: string, email: string): SavedCard | null;
  keep(card: SavedCard): void;
}

export function openWallet(context: SandboxContext): Wallet {
  const store = context.store<SavedCard>('pagarme-cards', { idOf: ({ id }) => id });
  return {
    of(id, email) {
      const card = store.get(id);
      return card?.email === email ? card : null;
    },
    keep: (card) => store.put(card),
  };
}

/** The stored form of a card: its bank's decision is made from the number now, and holds until the card expires. */
export function newCard(card: TokenCard | null, email: string, now: Date): SavedCard | null {
  if (!card) return null;
  const { number, holder, month, year } = card;
  return {
    id: `card_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    email,
    brand: brandOf(number),
    last4: number.slice(-4),
    holder,
    month,
    year,
    decision: decide(card, { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }),
  };
}
