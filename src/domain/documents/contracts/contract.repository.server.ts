import type { Selectable } from 'kysely';
import { newId, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { Acceptance, Contract, DocumentBlock } from './contract.types.ts';

const marks = { title: '# ', heading: '## ', item: '- ', paragraph: '' } as const;

/** The text of a document as it is stored and hashed: Markdown, UTF-8, blocks of one line with a blank line between them. */
export function serializeDocument(blocks: readonly DocumentBlock[]): string {
  return `${blocks.map(({ kind, text }) => marks[kind] + text).join('\n\n')}\n`;
}

/** The blocks of such a text. */
export function parseDocument(text: string): DocumentBlock[] {
  return text
    .trimEnd()
    .split('\n\n')
    .map((line): DocumentBlock => {
      if (line.startsWith('# ')) return { kind: 'title', text: line.slice(2) };
      if (line.startsWith('## ')) return { kind: 'heading', text: line.slice(3) };
      return line.startsWith('- ') ? { kind: 'item', text: line.slice(2) } : { kind: 'paragraph', text: line };
    });
}

function toContract(row: Selectable<Database['contracts']>): Contract {
  return {
    id: row.id,
    sessionId: row.session_id,
    quoteId: row.quote_id,
    locale: row.locale,
    termsVersion: row.terms_version,
    blocks: parseDocument(row.body),
    text: row.body,
    textHash: row.text_hash,
    createdAt: row.created_at,
  };
}

/** Saves a contract; the same text for the same quote is saved once. */
export async function saveContract(
  db: Db,
  made: {
    readonly sessionId: string;
    readonly quoteId: string;
    readonly locale: Locale;
    readonly termsVersion: string;
    readonly blocks: readonly DocumentBlock[];
    readonly personalTexts: readonly string[];
  },
  now: Date,
): Promise<Contract> {
  const body = serializeDocument(made.blocks);
  const textHash = sha256(body);
  const same = db
    .selectFrom('contracts')
    .selectAll()
    .where('quote_id', '=', made.quoteId)
    .where('text_hash', '=', textHash);
  const kept = await same.executeTakeFirst();
  if (kept) return toContract(kept);
  const row = await db
    .insertInto('contracts')
    .values({
      id: newId('ctr'),
      session_id: made.sessionId,
      quote_id: made.quoteId,
      locale: made.locale,
      terms_version: made.termsVersion,
      body,
      personal_texts: JSON.stringify(made.personalTexts),
      text_hash: textHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['quote_id', 'text_hash']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return toContract(row ?? (await same.executeTakeFirstOrThrow()));
}

/** The contract that was shown last for a quote; null when none was. */
export async function latestContract(db: Db, quoteId: string): Promise<Contract | null> {
  const row = await db
    .selectFrom('contracts')
    .selectAll()
    .where('quote_id', '=', quoteId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toContract(row) : null;
}

/** A contract by its id. The caller has checked that the reader may see it. */
export async function contractById(db: Db, id: string): Promise<Contract | null> {
  const row = await db.selectFrom('contracts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toContract(row) : null;
}

/** Records the acceptance of a contract for a quote. */
export async function saveAcceptance(
  db: Db,
  contract: Contract,
  by: { readonly quoteId: string; readonly label: string; readonly ip: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('contract_acceptances')
    .values({
      id: newId('cta'),
      contract_id: contract.id,
      session_id: contract.sessionId,
      quote_id: by.quoteId,
      text_hash: contract.textHash,
      label: by.label,
      ip: by.ip,
      accepted_at: now,
    })
    .execute();
}

/** Whether a contract was accepted for a quote. */
export async function isAccepted(db: Db, quoteId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contract_acceptances')
    .select('id')
    .where('quote_id', '=', quoteId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The contract that was accepted for a quote: by the last acceptance before the payment. `until`: when the order was paid;
 * null while it is not.
 */
export async function acceptedContract(
  db: Db,
  quoteId: string,
  until: Date | null,
): Promise<{ readonly contract: Contract; readonly acceptance: Acceptance } | null> {
  const rows = await db
    .selectFrom('contract_acceptances')
    .innerJoin('contracts', 'contracts.id', 'contract_acceptances.contract_id')
    .selectAll('contracts')
    .select([
      'contract_acceptances.id as acceptance_id',
      'contract_acceptances.accepted_at',
      'contract_acceptances.ip',
      'contract_acceptances.label',
    ])
    .where('contract_acceptances.quote_id', '=', quoteId)
    .orderBy('accepted_at', 'desc')
    .orderBy('acceptance_id')
    .execute();
  const row = rows.find(({ accepted_at: at }) => until === null || at <= until) ?? rows.at(-1);
  if (!row) return null;
  const { acceptance_id: id, accepted_at: at, ip, label, text_hash: textHash } = row;
  return { contract: toContract(row), acceptance: { id, at, ip, label, textHash } };
}
