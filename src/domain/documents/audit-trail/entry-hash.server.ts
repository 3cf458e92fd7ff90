import { createHash } from 'node:crypto';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import { asJson, type Disclosure, type AuditTrailFile, type AuditEntryContent } from './audit-trail.types.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The bytes of a link that its hash is over. */
export function entryText({
  position,
  kind,
  source,
  occurredAt,
  recordedAt,
  body,
  personal,
  previous,
}: AuditEntryContent): string {
  return canonicalJson(asJson({ position, kind, source, occurredAt, recordedAt, body, personal, previous }));
}

export function entryHash(content: AuditEntryContent): string {
  return sha256(entryText(content));
}

/** What a link says instead of a personal value. Without the salt nobody can try out what it may have been. */
export function personalFieldHash({ salt, value }: Pick<Disclosure, 'salt' | 'value'>): string {
  return sha256(`${salt}\n${value}`);
}

/** What the seal's signature is over. */
export function sealedText(file: AuditTrailFile): string {
  const { signature: _signature, ...seal } = file.seal;
  return canonicalJson(JSON.parse(JSON.stringify({ ...file, seal })));
}

/** The file as it is handed out, byte for byte. */
export function fileText(file: AuditTrailFile): string {
  return `${canonicalJson(asJson(file))}\n`;
}
