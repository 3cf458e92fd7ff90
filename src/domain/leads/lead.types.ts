import type { JsonObject } from '#src/kernel/json/json.ts';

/** A person who left contact data. `phone` is E.164; `birthDate` is YYYY-MM-DD. */
export interface Lead {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly birthDate: string | null;
  readonly document: { readonly type: string; readonly number: string } | null;
  readonly relationAccount: string | null;
  readonly address: JsonObject | null;
  /** How the buyer heard of the school: an id of the brand's list. */
  readonly referrer: string | null;
  /** When a code proved that the present number is the buyer's; null when none has. */
  readonly phoneVerifiedAt: Date | null;
}

/** What the lead step asks for, already checked and normalised. */
export interface LeadInput {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Of the student, where the payer is somebody else: YYYY-MM-DD. */
  readonly birthDate?: string;
  /** What the payer is to the student. */
  readonly relationAccount?: string;
  /** How the buyer heard of the school: an id of the brand's list, or null when they did not say. */
  readonly referrer?: string | null;
  readonly consents: readonly ConsentInput[];
  /** Address of the buyer's machine, kept with each consent as evidence. */
  readonly ip: string;
}

/** One acceptance or refusal, with the exact words that stood beside the box. */
export interface ConsentInput {
  readonly kind: 'purchase' | 'marketing' | 'terms' | 'guardian' | 'analytics';
  readonly accepted: boolean;
  readonly label: string;
  readonly text: string;
}

/** The fields that `PATCH /api/v1/lead/{id}` may change. */
export interface LeadPatch {
  readonly birthDate?: string;
  readonly document?: { readonly type: string; readonly number: string };
  readonly relationAccount?: string;
  readonly business?: string;
  readonly address?: JsonObject;
}
