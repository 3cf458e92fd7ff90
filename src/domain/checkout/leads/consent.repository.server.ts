import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { ConsentInput } from './lead.types.ts';

/** Stores each acceptance with the hash of its text, its label, time and IP address (evidence; LGPD art. 8). */
export async function recordConsents(
  db: Db,
  sessionId: string,
  consents: readonly ConsentInput[],
  ip: string,
  at: Date,
): Promise<void> {
  if (consents.length === 0) return;
  await deferred(
    db,
    db.insertInto('consents').values(
      consents.map((consent) => ({
        id: newId('con'),
        session_id: sessionId,
        kind: consent.kind,
        accepted: consent.accepted,
        label: consent.label,
        text_hash: sha256(consent.text),
        ip,
        at,
      })),
    ),
  );
}

/** Stores one acceptance that another record refers to; gives its id. */
export async function recordConsent(
  db: Db,
  given: { readonly sessionId: string; readonly label: string; readonly text: string; readonly ip: string },
  kind: string,
  at: Date,
): Promise<string> {
  const { sessionId, label, text, ip } = given;
  const id = newId('con');
  const row = { id, session_id: sessionId, kind, accepted: true, label, text_hash: sha256(text), ip, at };
  await deferred(db, db.insertInto('consents').values(row));
  return id;
}

/** Erases from which IP address the consents of these sessions were given; what was agreed to stays as proof. */
export async function eraseConsents(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.updateTable('consents').set({ ip: '' }).where('session_id', 'in', sessionIds).execute();
}
