import type { moneyRows } from './audit-facts.repository.server.ts';
import type { Fact } from './audit-trail.types.ts';

/** The field of an instrument in `matricula-evidence/1`: a name of the file's format, which stays. */
const instrumentField = 'means';

/** The facts of a sale's money: attempts, ledger lines, access, refunds, disputes, fiscal notes and payout accounts. */
export function moneyFacts(
  { attempts, transfers, grant, refunds, disputes, notes, accounts }: Awaited<ReturnType<typeof moneyRows>>,
  now: Date,
): Fact[] {
  const back = (kind: 'refund' | 'dispute', rows: typeof refunds): Fact[] =>
    rows.map((row) => ({
      kind,
      source: `${kind}:${row.id}`,
      occurredAt: row.occurred_at,
      body: {
        ...{ attempt: row.attempt_id, gateway: row.gateway, movement: row.movement_id },
        ...{ amount: String(row.amount), currency: row.currency },
      },
    }));
  return [
    ...attempts.map((one): Fact => ({
      kind: 'attempt',
      source: `attempt:${one.id}`,
      occurredAt: one.created_at,
      body: {
        ...{ method: one.method, rail: one.rail, gateway: one.gateway, reference: one.reference },
        ...{ amount: String(one.amount), currency: one.currency, installments: one.installments },
      },
      personal: keptOf(one.kept),
    })),
    ...transfers.map((one): Fact => ({
      kind: 'payment',
      source: `transfer:${one.id}`,
      occurredAt: one.occurred_at,
      body: {
        ...{ why: one.kind, attempt: one.attempt_id, gateway: one.gateway, movement: one.movement_id },
        ...{ from: one.credit_account, to: one.debit_account, amount: String(one.amount), currency: one.currency },
        recordedAt: one.recorded_at.toISOString(),
      },
    })),
    ...(grant
      ? [
          {
            kind: 'access',
            source: `access:${grant.id}`,
            occurredAt: grant.granted_at,
            body: { grant: grant.id, product: grant.product_code },
          },
          // A grant that was revoked before its history was kept has no time: the fact has that of its recording.
          ...(grant.state === 'revoked'
            ? [
                {
                  kind: 'access-closed',
                  source: `access-closed:${grant.id}`,
                  occurredAt: grant.closed_at ?? now,
                  body: { grant: grant.id },
                },
              ]
            : []),
        ]
      : []),
    ...back('refund', refunds),
    ...back('dispute', disputes),
    ...accounts.map((one): Fact => ({
      kind: 'payout-account',
      source: `payout-account:${one.id}`,
      occurredAt: one.given_at,
      body: { of: one.kind },
      personal: { account: one.hint, address: one.ip },
    })),
    ...notes.flatMap((note): Fact[] => {
      const body = { number: note.note_number, accessKey: note.access_key, declaration: note.declaration_id };
      return [
        ...(note.issued_at
          ? [{ kind: 'fiscal-note', source: `note:${note.id}`, occurredAt: note.issued_at, body }]
          : []),
        ...(note.canceled_at
          ? [{ kind: 'fiscal-note-canceled', source: `note-canceled:${note.id}`, occurredAt: note.canceled_at, body }]
          : []),
      ];
    }),
  ];
}

/** What an attempt keeps of its instrument, e.g. brand and last digits of a card, as far as these are texts. */
function keptOf(kept: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length > 0 ? { [instrumentField]: texts.map(([name, value]) => `${name}: ${value}`).join(', ') } : {};
}
