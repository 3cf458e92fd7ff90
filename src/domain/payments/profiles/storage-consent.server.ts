import { newId, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';

/** The buyer's word that their means may be kept, with the hash of what they read (LGPD, art. 8). Gives its id. */
export async function recordStorageConsent(
  db: Db,
  given: {
    readonly sessionId: string;
    readonly label: string;
    readonly text: string;
    readonly ip: string;
    readonly at: Date;
  },
): Promise<string> {
  const { sessionId, label, text, ip, at } = given;
  const id = newId('con');
  await db
    .insertInto('consents')
    .values({
      id,
      session_id: sessionId,
      kind: 'save-instrument',
      accepted: true,
      label,
      text_hash: sha256(text),
      ip,
      at,
    })
    .execute();
  return id;
}
