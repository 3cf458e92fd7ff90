import type { Database } from './database.server.ts';

/**
 * Columns that open, charge or recognise something or somebody, encrypted or hashed: the console never shows them, and the
 * role in which it reads has no right to them. What a table's rows mean to staff is in its other columns. Not here: the
 * encrypted request of an attempt that waits for its turn, since every page of a sale asks whether there is one; and the
 * instrument of a card attempt, by which the page of a declined sale finds when the same card may be tried again.
 */
export const secretColumns = {
  idempotency_keys: ['fingerprint', 'body'],
  payment_profiles: ['browser_hash', 'token', 'instrument_key', 'scheme_transaction_id'],
  payout_details: ['sealed'],
  trial_identities: ['identity_key'],
  abandonments: ['purchase_key', 'email_hash'],
  reminder_opt_outs: ['email_hash'],
  access_tokens: ['token_hash'],
  magic_links: ['token_hash'],
  phone_codes: ['code_hash'],
  points_links: ['challenge_id', 'token'],
  card_attempts: ['address_key', 'network_key', 'buyer_key', 'browser_key'],
  approved_attempts: ['address_key', 'network_key'],
  solved_challenges: ['browser_hash'],
  staff_sessions: ['token_hash', 'refresh_token'],
  staff_first_links: ['token_hash'],
  exports: ['ticket_hash'],
  export_chunks: ['bytes'],
} as const satisfies { readonly [T in keyof Database]?: readonly (keyof Database[T])[] };
