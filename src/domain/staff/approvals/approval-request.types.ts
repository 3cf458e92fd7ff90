import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Permission } from '../permissions/index.ts';

export type ApprovalKind = 'export' | 'erasure' | 'grant';

/** What is needed to ask for each kind, and what to decide it. */
export const approvalPermissions: Readonly<
  Record<ApprovalKind, { readonly ask: Permission; readonly approve: Permission }>
> = {
  export: { ask: 'export.personal', approve: 'export.approve' },
  erasure: { ask: 'buyer.erase', approve: 'erasure.approve' },
  grant: { ask: 'grant.manage', approve: 'grant.approve' },
};

/** Hours for which a request waits; then it has to be made anew. */
export const approvalHours = 48;

/** Hours in which what was approved may be used by its asker. */
export const approvalUseHours = 24;

/** A request that waits, or waited, for a second person. */
export interface ApprovalRequest {
  readonly id: string;
  readonly kind: ApprovalKind;
  /** Null: it concerns all brands. */
  readonly brand: string | null;
  /** What is done once it is approved: ids, filters, no clear personal data. */
  readonly payload: JsonObject;
  /** What the asker saw, personal data masked; who decides sees the same. */
  readonly shown: JsonObject;
  readonly reason: string;
  readonly state: 'waiting' | 'approved' | 'rejected' | 'taken-back' | 'expired';
  /** Account ids. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  /** When its asker used it; null: not, or its effect came with its approval. */
  readonly usedAt: Date | null;
}
