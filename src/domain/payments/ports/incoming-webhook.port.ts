import type { JsonObject } from '#src/kernel/json/json.ts';

/** An incoming webhook as it was received. */
export interface RawWebhook {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Path of our endpoint, which some gateways sign too. */
  readonly path?: string;
  /** The exact bytes that were signed. */
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/** A hint that a charge changed: which one to ask about, and the gateway's id of the message for de-duplication. */
export interface WebhookHint {
  readonly eventId: string;
  /** The gateway's reference or our attempt id; whichever the message names. */
  readonly reference?: string;
  readonly attemptId?: string;
}

export type WebhookReading =
  | {
      readonly kind: 'hints';
      readonly hints: readonly WebhookHint[];
      /** The response body that this gateway expects; `{}` for the others. */
      readonly acknowledgement?: JsonObject;
      /**
       * The sender is not authenticated. The message is stored only where it is about a charge of ours, so that
       * strangers cannot fill the store.
       */
      readonly isUnverified?: true;
    }
  | { readonly kind: 'refused'; readonly reason: 'bad-signature' | 'stale' | 'malformed' };

/** Money that reached our account by the gateway's own list, for rails that are paid outside our sight. A hint's `eventId` is the movement's id. */
export interface CreditPage {
  readonly hints: readonly WebhookHint[];
  readonly cursor: string | null;
}
