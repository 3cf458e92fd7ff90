import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/** A fact of a sale, before it is an entry. */
export interface Fact {
  /** `quote`, `contract`, `acceptance`, `consent`, `phone-check`, `payment`, … */
  readonly kind: string;
  /** What the fact is about, e.g. `consent:con_…`: it becomes one entry, however often it is recorded. */
  readonly source: string;
  readonly occurredAt: Date;
  readonly body: JsonObject;
  /** Personal data: the entry holds only their salted hashes, so that they can be erased and the chain stays valid. */
  readonly personal?: Readonly<Record<string, string>>;
}

/** The part of an entry that is hashed, as canonical JSON. Times are ISO 8601, UTC. */
export interface AuditEntryContent {
  readonly position: number;
  readonly kind: string;
  readonly source: string;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly body: JsonObject;
  /** By field: SHA-256 (hex) of salt, a line feed and the value. */
  readonly personal: Readonly<Record<string, string>>;
  /** Hash of the entry before; zeros for the first. */
  readonly previous: string;
}

export interface AuditEntry extends AuditEntryContent {
  /** SHA-256 (hex) of the canonical JSON of all the others. */
  readonly hash: string;
}

/** The personal value that a hash in an entry stands for. */
export interface Disclosure {
  readonly position: number;
  readonly field: string;
  readonly salt: string;
  readonly value: string;
}

export interface Seal {
  readonly algorithm: 'Ed25519';
  /** Hash of the last entry. */
  readonly head: string;
  readonly links: number;
  readonly sealedAt: string;
  readonly keyId: string;
  /** Address of the public keys. */
  readonly keyAddress: string;
  /** Over the canonical JSON of the whole file without this member, base64url. */
  readonly signature: string;
}

/** The file that a sale is proved with: canonical JSON and one line feed. */
export interface AuditTrailFile {
  readonly format: typeof auditTrailFormat;
  readonly order: { readonly id: string; readonly number: string };
  readonly links: readonly AuditEntry[];
  readonly disclosures: readonly Disclosure[];
  readonly seal: Seal;
}

export const auditTrailFormat = 'matricula-evidence/1';
export const genesisHash = '0'.repeat(64);

/** The file as JSON values, for hashing and writing. */
export function asJson(value: AuditTrailFile | Omit<AuditEntry, 'hash'>): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
