import { z } from 'zod';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { isSignedBy, publicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import { type AuditTrailFile, auditTrailFormat, genesisHash, type AuditEntry } from './audit-trail.types.ts';
import { entryHash, personalFieldHash, sealedText } from './entry-hash.server.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.iso.datetime();
const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const link = z.strictObject({
  position: z.int().min(0),
  kind: z.string(),
  source: z.string(),
  occurredAt: time,
  recordedAt: time,
  body: jsonObject,
  personal: z.record(z.string(), hash),
  previous: hash,
  hash,
});

const evidenceFile = z.strictObject({
  format: z.literal(auditTrailFormat),
  order: z.strictObject({ id: z.string(), number: z.string() }),
  links: z.array(link).min(1),
  disclosures: z.array(
    z.strictObject({ position: z.int().min(0), field: z.string(), salt: z.string(), value: z.string() }),
  ),
  seal: z.strictObject({
    algorithm: z.literal('Ed25519'),
    head: hash,
    links: z.int().min(1),
    sealedAt: time,
    keyId: z.string(),
    keyAddress: z.string(),
    signature: z.string(),
  }),
});

/** A difference from what was sealed. `link`: the position of the first entry that it concerns; null: none. */
export interface AuditTrailProblem {
  readonly link: number | null;
  readonly problem: string;
}

/** Parses a file without verifying it, e.g. for the address of its public keys; null when it has another form. */
export function parseAuditTrail(text: string): AuditTrailFile | null {
  const parsed = evidenceFile.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/**
 * Finds every change of a file: each entry's hash over the one before it, each disclosed value, the head, the bytes as they
 * were written, and the seal by one of the public keys (`keys`: 32 bytes each, base64url). Makes no request. An empty result
 * means that the file is byte for byte what was sealed.
 */
export function verifyAuditTrail(text: string, keys: readonly string[]): readonly AuditTrailProblem[] {
  const value = parseJson(text);
  if (value === undefined) return [{ link: null, problem: 'the file is no JSON' }];
  const parsed = evidenceFile.safeParse(value);
  if (!parsed.success) return [malformed(parsed.error)];
  const file: AuditTrailFile = parsed.data;
  const problems = [...entryProblems(file), ...disclosureProblems(file)];
  const isSealed = keys.some(
    (x) => publicSigningKey(x).kid === file.seal.keyId && isSignedBy({ x }, sealedText(file), file.seal.signature),
  );
  if (!isSealed) problems.push({ link: null, problem: 'the seal was not made by the house’s key over this file' });
  if (!isCanonical(text, value)) problems.push({ link: null, problem: 'the bytes are not the ones that were written' });
  return problems;
}

function malformed(error: z.ZodError): AuditTrailProblem {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const at = path[0] === 'links' && typeof path[1] === 'number' ? path[1] : null;
  return {
    link: at,
    problem: `${path.map(String).join('.') || 'the file'} is not of the form: ${issue?.message ?? ''}`,
  };
}

function entryProblems({ links, seal, order }: AuditTrailFile): AuditTrailProblem[] {
  const problems: AuditTrailProblem[] = [];
  let previous = genesisHash;
  for (const [index, one] of links.entries()) {
    if (one.position !== index) problems.push({ link: index, problem: `it says that it is link ${one.position}` });
    if (one.previous !== previous) problems.push({ link: index, problem: 'it does not follow the link before it' });
    if (entryHash(one) !== one.hash)
      problems.push({ link: index, problem: `its content (${one.source}) is not what was hashed` });
    previous = one.hash;
  }
  if (links.length !== seal.links) problems.push({ link: null, problem: `${seal.links} links were sealed` });
  if (previous !== seal.head) problems.push({ link: links.length - 1, problem: 'it is not the head that was sealed' });
  if (!belongsToOrder(links, order.id)) problems.push({ link: null, problem: 'the links are of another order' });
  return problems;
}

function belongsToOrder(links: readonly AuditEntry[], orderId: string): boolean {
  return links.some(({ kind, source }) => kind === 'order' && source === `order:${orderId}`);
}

function disclosureProblems({ links, disclosures }: AuditTrailFile): AuditTrailProblem[] {
  return disclosures.flatMap(({ position, field, salt, value }) => {
    const stated = links[position]?.personal[field];
    if (stated === personalFieldHash({ salt, value })) return [];
    return [{ link: position, problem: `the value of "${field}" is not the one that was hashed` }];
  });
}

/** Whether the text is canonical: a blank, a repeated member or another order of members is a change, too. */
function isCanonical(text: string, value: JsonValue): boolean {
  try {
    return `${canonicalJson(value)}\n` === text;
  } catch {
    return false;
  }
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
