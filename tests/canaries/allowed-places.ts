import type { Hit } from './find-needles.ts';
import type { NeedleKind } from './needles.ts';

/** Columns that must know a document: the payer's banks, the contract and the fiscal note name it by law. */
const documentColumns =
  /^table (?:leads\.document_number|attempts\.(?:payer|kept)|contracts\.body|fiscal_notes\.declaration|evidence_links\.disclosed)$/;

/** How a buyer is reached; what of it lies where is erased by `erase-rows.server.ts`. */
const contactColumns =
  /^table (?:leads\.(?:name|email|phone|verified_phone)|attempts\.(?:payer|instructions)|outbox_events\.payload|evidence_links\.disclosed|contracts\.body|fiscal_notes\.declaration|buyer_pages\.email|phone_codes\.phone|idempotency_keys\.body)$/;

/** The companies outside know whom they serve; what they keep is theirs. */
const companies = /^journal /;
/** Letters and texts as they arrived. */
const mailbox = /^journal (?:inbox|mail|sms|messages)/;

const rules: Readonly<Record<NeedleKind, (place: string) => boolean>> = {
  'card-number': () => false,
  'security-code': () => false,
  // What a company gave out as a name of its own for a card it may keep; what was sealed for it, it may not.
  'card-token': (place) => /^journal (?:culqi-|notifications)/.test(place),
  'operator-token': () => false,
  cookie: () => false,
  document: (place) => documentColumns.test(place) || companies.test(place) || place.startsWith('file '),
  'link-token': (place) => mailbox.test(place),
  'phone-code': (place) => mailbox.test(place),
  'unit-code': () => false,
  'e-mail': (place) => contactColumns.test(place) || companies.test(place) || place.startsWith('file '),
  phone: (place) => contactColumns.test(place) || companies.test(place) || place.startsWith('file '),
};

/** Whether a secret is meant to lie where it was found. Card numbers, codes and tokens are meant to lie nowhere of ours. */
export function isAllowed({ kind, place }: Pick<Hit, 'kind' | 'place'>): boolean {
  return rules[kind](place);
}
