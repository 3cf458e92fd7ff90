import { createHash } from 'node:crypto';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import { asJson, type Disclosure, type EvidenceFile, type LinkContent } from './evidence.types.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The bytes of a link that its hash is over. */
export function linkText({
  position,
  kind,
  source,
  occurredAt,
  recordedAt,
  body,
  personal,
  previous,
}: LinkContent): string {
  return canonicalJson(asJson({ position, kind, source, occurredAt, recordedAt, body, personal, previous }));
}

export function linkHash(content: LinkContent): string {
  return sha256(linkText(content));
}

/** What a link says instead of a personal value. Without the salt nobody can try out what it may have been. */
export function personalHash({ salt, value }: Pick<Disclosure, 'salt' | 'value'>): string {
  return sha256(`${salt}\n${value}`);
}

/** What the seal's signature is over. */
export function sealedText(file: EvidenceFile): string {
  const { signature: _signature, ...seal } = file.seal;
  return canonicalJson(JSON.parse(JSON.stringify({ ...file, seal })));
}

/** The file as it is handed out, byte for byte. */
export function fileText(file: EvidenceFile): string {
  return `${canonicalJson(asJson(file))}\n`;
}
