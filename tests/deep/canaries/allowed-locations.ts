import { countries } from '#src/kernel/locale/locale.ts';
import type { CanaryMatch } from './find-canaries.ts';
import { buyerCanaryKinds, erasedPath, type CanaryKind } from './canary-values.ts';

/** Columns that must know a document: the payer's banks, the contract and the fiscal note name it by law. */
const documentColumns =
  /^table (?:leads\.document_number|attempts\.(?:payer|kept)|contracts\.body|fiscal_notes\.declaration|audit_entries\.disclosed)$/;

/** How a buyer is reached; what of it lies where is erased by `erase-person.server.ts`. */
const contactColumns =
  /^table (?:leads\.(?:name|email|phone|verified_phone)|attempts\.(?:payer|instructions)|outbox_events\.payload|audit_entries\.disclosed|contracts\.body|fiscal_notes\.declaration|buyer_accounts\.email|payment_profiles\.email|phone_codes\.phone|idempotency_keys\.body)$/;

/** Rows as they are written and were, with the log of writes; the server's own log is none of them. */
const rowFiles = /^file data\/(?:base|pg_wal)\//;

/** Companies that pay, collect or bill somebody know whom; what they keep and tell of their own charges is theirs. */
const payingCompanies =
  /^journal (?:(?:acquirer|culqi|pagarme|nupay|m-pesa|pix|slip|points)[\w-]*|slips|notifications)\.jsonl$/;
/** A note is made out to somebody. */
const taxOffice = /^journal fiscal-notes\.jsonl$/;
/** Letters and texts as they arrived. */
const mailbox = /^journal (?:inbox|sms)\.jsonl$/;
/** The school hears who bought what, and nothing of how they paid. */
const school = /^journal school-arrivals\.jsonl of /;
/** Of all receivers the only one whose brand says so (`documentToNFGeneration`): it needs the document for the note. */
const noteMaker = /^journal school-arrivals\.jsonl of medcof\/backend$/;
/** What is handed to its owner and to the staff: the chain of proofs, and everything that is kept of a person. */
const ownDocuments = /^paper (?:evidence|data|contract|receipt)/;
/** What a browser is shown of its own; what it is told in a problem is nobody's. */
const ownAnswers = /^answer (?:page|call)$/;
const programme = /^journal points-challenges\.jsonl$/;

const contactLocations = [
  contactColumns,
  rowFiles,
  payingCompanies,
  taxOffice,
  mailbox,
  school,
  ownDocuments,
  ownAnswers,
];
const nowhere: readonly RegExp[] = [];

const places: Readonly<Record<CanaryKind, readonly RegExp[]>> = {
  'card-number': nowhere,
  'security-code': nowhere,
  // What a company gave out as a name of its own for a card it may keep; what was sealed for it, it may not.
  'card-token': [/^journal (?:culqi-|notifications)/],
  'operator-token': nowhere,
  // Shown by a command alone.
  'webhook-secret': nowhere,
  // A member's for some minutes is the programme's own.
  'company-token': [programme],
  // Kept while it is asked, and gone from the row with the answer.
  'bank-question': [/^journal acquirer-charges/, rowFiles, /^answer page$/],
  cookie: nowhere,
  document: [documentColumns, rowFiles, payingCompanies, taxOffice, noteMaker, ownDocuments, ownAnswers],
  // Also the answer to a seller who makes an offer, and the page that leads into the course.
  'link-token': [mailbox, ownAnswers],
  'phone-code': [mailbox, programme],
  // Said aloud at a unit, where only its people can use it: it is shown again on the buyer's page.
  'unit-code': [/^table (?:claims\.code|attempts\.instructions)$/, mailbox, ownAnswers],
  account: [ownAnswers],
  // A slip names its payer on paper.
  name: [...contactLocations, /^table attempts\.kept$/],
  'e-mail': contactLocations,
  phone: contactLocations,
};

/** Whether a secret is meant to lie where it was found. Card numbers, codes and tokens are meant to lie nowhere of ours. */
export function isAllowed({ kind, place, path }: Pick<CanaryMatch, 'kind' | 'place' | 'path'>): boolean {
  if (path === erasedPath && place.startsWith('table ')) return false;
  return places[kind].some((one) => one.test(place));
}

/** Where a search that sees must find something; a whole run that does not is blind there. */
export const mustBeFound = [
  'bank-question in answer page',
  'bank-question in journal acquirer-charges.jsonl',
  'company-token in journal points-challenges.jsonl',
  'document in answer page',
  'document in file data',
  'document in journal fiscal-notes.jsonl',
  'document in journal school-arrivals.jsonl of medcof',
  'document in paper evidence.json',
  'document in paper evidence.pdf',
  'document in table leads.document_number',
  'e-mail in journal school-arrivals.jsonl of wise-up',
  'e-mail in table contracts.body',
  'link-token in journal inbox.jsonl',
  'name in paper receipt.pdf',
  'phone-code in journal inbox.jsonl',
  'phone-code in journal sms.jsonl',
  'unit-code in table in_person_payments.code',
] as const;

const leadColumns: Readonly<Record<(typeof buyerCanaryKinds)[number], string>> = {
  ...{ document: 'document_number', phone: 'phone', name: 'name', 'e-mail': 'email' },
};

/** The same for every kind of a buyer's data in every country: the search knows them as they are written there. */
export const mustBeFoundOfEach: readonly string[] = countries.flatMap((country) =>
  buyerCanaryKinds.map((kind) => `${kind} of ${country} in table leads.${leadColumns[kind]}`),
);
