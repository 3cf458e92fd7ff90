import type { JsonObject } from '#src/kernel/json/json.ts';
import type { LeadAnswerName, StudentAnswerName } from '../../catalog/brand-data/index.ts';

/** A person who left contact data, with the answers of `lead-answers.ts`. `phone` is E.164; `birthDate` is YYYY-MM-DD. */
export interface Lead extends Readonly<Record<LeadAnswerName, string | null>> {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: { readonly type: string; readonly number: string } | null;
  readonly address: JsonObject | null;
  /** When a code proved that the present number is the buyer's; null when none has. */
  readonly phoneVerifiedAt: Date | null;
}

/** Answers of the lead step, checked and normalised; an answer that was not asked is absent. */
export interface LeadInput extends Readonly<Partial<Record<LeadAnswerName, string | null>>> {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly consents: readonly ConsentInput[];
  /** IP address of the buyer, stored with each consent as proof. */
  readonly ip: string;
}

/** One acceptance or refusal, with the exact text beside the box. */
export interface ConsentInput {
  readonly kind: 'purchase' | 'marketing' | 'terms' | 'guardian' | 'analytics';
  readonly accepted: boolean;
  readonly label: string;
  readonly text: string;
}

/** The fields that `PATCH /api/v1/lead/{id}` may change. */
export interface LeadPatch extends Readonly<Partial<Record<StudentAnswerName, string | undefined>>> {
  readonly document?: { readonly type: string; readonly number: string };
  readonly business?: string;
  readonly address?: JsonObject;
}
