import { createHash } from 'node:crypto';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import { asJson, type Disclosure, type AuditTrailFile, type AuditEntryContent } from './audit-trail.types.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The text that the hash of an entry is over. */
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

/** The hash that stands for a personal value. Without the salt the value cannot be guessed from it. */
export function personalFieldHash({ salt, value }: Pick<Disclosure, 'salt' | 'value'>): string {
  return sha256(`${salt}\n${value}`);
}

/** The text that the seal's signature is over. */
export function sealedText(file: AuditTrailFile): string {
  const { signature: _signature, ...seal } = file.seal;
  return canonicalJson(JSON.parse(JSON.stringify({ ...file, seal })));
}

/** The text of the file, byte for byte. */
export function fileText(file: AuditTrailFile): string {
  return `${canonicalJson(asJson(file))}\n`;
}
