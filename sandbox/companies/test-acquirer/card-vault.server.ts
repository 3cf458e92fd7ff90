import { createHmac, randomUUID } from 'node:crypto';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import type { JournalStore } from '../../runtime/journal-store.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { TokenFailure, TokenVault } from './card-token.server.ts';
import { factsOf, type KnownCard, knownCard, type SavedCard, savedAsKnown, withCode } from './known-card.ts';
import type { Outcome } from './charge.types.ts';

/** A merchant's reference to a card: sealed, verified before, or kept. Exactly one. */
export interface CardNames {
  readonly cardToken?: string | undefined;
  readonly cardId?: string | undefined;
  readonly savedCardId?: string | undefined;
  /** Beside a kept card: its code, sealed. */
  readonly securityCodeToken?: string | undefined;
}

/** The acquirer's cards. Numbers and codes are in memory only, and only until they are used. */
export interface CardVault {
  /** Opens a sealed card and gives it an id for one use within ten minutes. No money moves. */
  inspect(cardToken: string): Promise<Result<{ readonly id: string; readonly card: KnownCard }, Refusal>>;
  /** The referenced card; a single-use reference is used up. */
  take(names: CardNames): Promise<Result<KnownCard, Refusal>>;
  /** Keeps a card for later payments. */
  save(card: KnownCard, outcome: Outcome): SavedCard;
  saved(id: string): SavedCard | undefined;
  forget(id: string): boolean;
}

const inspectedLifeMs = 600_000;

const tokenRefusals: Readonly<Record<TokenFailure, Refusal>> = {
  'token-expired': refusal(422, 'token-expired', 'The card token is older than five minutes.'),
  'token-replayed': refusal(422, 'token-replayed', 'The card token was used before.'),
  'token-key-unknown': refusal(422, 'token-key-unknown', 'The card token was made for another key.'),
  'token-refused': refusal(422, 'token-refused', 'The card token cannot be opened.'),
};
const cardUnknown = refusal(
  422,
  'token-card-unknown',
  'The card was not looked at, or was used, or it is too long ago.',
);
const savedUnknown = refusal(422, 'saved-card-unknown', 'No such kept card.');
const oneName = refusal(422, 'malformed', 'Name the card by cardToken, by cardId or by savedCardId.');

export function openCardVault(context: SandboxContext, vault: TokenVault): CardVault {
  const kept: JournalStore<SavedCard> = context.store<SavedCard>('acquirer-saved-cards', { idOf: (card) => card.id });
  const inspected = new Map<string, { readonly card: KnownCard; readonly until: number }>();

  async function open(cardToken: string): Promise<Result<KnownCard, Refusal>> {
    const opened = await vault.open(cardToken);
    if (!opened.ok) return err(tokenRefusals[opened.error]);
    if (!opened.value.consume()) return err(tokenRefusals['token-replayed']);
    const { card } = opened.value;
    const fingerprint = createHmac('sha256', vault.fingerprintKey).update(card.number).digest('base64url').slice(0, 32);
    return ok(knownCard(card, fingerprint));
  }

  function takeInspected(id: string): Result<KnownCard, Refusal> {
    const found = inspected.get(id);
    inspected.delete(id);
    return found && found.until > Date.now() ? ok(found.card) : err(cardUnknown);
  }

  return {
    async inspect(cardToken) {
      const opened = await open(cardToken);
      if (!opened.ok) return opened;
      for (const [id, { until }] of inspected) if (until <= Date.now()) inspected.delete(id);
      const id = `crd_${randomUUID()}`;
      inspected.set(id, { card: opened.value, until: Date.now() + inspectedLifeMs });
      return ok({ id, card: opened.value });
    },
    async take({ cardToken, cardId, savedCardId, securityCodeToken }) {
      if ([cardToken, cardId, savedCardId].filter((name) => name !== undefined).length !== 1) return err(oneName);
      if (cardToken !== undefined) return open(cardToken);
      if (cardId !== undefined) return takeInspected(cardId);
      const saved = kept.get(savedCardId ?? '');
      if (!saved || saved.isDeleted) return err(savedUnknown);
      const card = savedAsKnown(saved);
      if (securityCodeToken === undefined) return ok(card);
      const code = await vault.openCode(securityCodeToken);
      return code.ok ? ok(withCode(card, code.value)) : err(tokenRefusals[code.error]);
    },
    save(card, outcome) {
      const schemeTransactionId = randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase();
      const later = outcome.approved ? (card.whenSaved ?? outcome) : outcome;
      const saved: SavedCard = { ...factsOf(card), id: `svd_${randomUUID()}`, schemeTransactionId, outcome: later };
      kept.put(saved);
      return saved;
    },
    saved: (id) => kept.get(id),
    forget(id) {
      const saved = kept.get(id);
      if (saved && !saved.isDeleted) kept.put({ ...saved, isDeleted: true });
      return saved !== undefined;
    },
  };
}
