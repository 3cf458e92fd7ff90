import type { ExportFilters, ExportFormat, ExportKind } from '#src/domain/sales/exports/index.ts';

/** Answer of `POST /data/exports`, `/data/exports/personal` and `/data/exports/approved`: the file is being made, or a second person was asked. */
export type ExportAnswer =
  | { readonly state: 'making'; readonly id: string }
  | { readonly state: 'waiting'; readonly approvalId: string };

/** One of the person's own exports. Times are ISO 8601, UTC. */
export interface ExportItem {
  readonly id: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly isPersonal: boolean;
  readonly filters: ExportFilters;
  readonly state: 'making' | 'ready' | 'failed' | 'fetched' | 'expired';
  /** `too-many-rows`: an XLSX has 1,048,575 at most. `not-made`: its job failed for good. `buyer-erased`: somebody in it was erased. */
  readonly failure: string | null;
  readonly rows: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** One of the person's own requests for a second person; `id` is the approval's. Times are ISO 8601, UTC. */
export interface ExportApprovalItem {
  readonly id: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly filters: ExportFilters;
  readonly reason: string;
  /** `approved`: its asker may make it, until `until`. */
  readonly state: 'waiting' | 'approved' | 'rejected' | 'expired';
  readonly askedAt: string;
  readonly until: string;
}

/** Answer of `GET /data/exports`: both newest first. */
export interface ExportList {
  readonly exports: readonly ExportItem[];
  readonly approvals: readonly ExportApprovalItem[];
}

/** Answer of `POST /data/exports/:id/ticket`: an address that the browser opens within a minute, once. */
export interface ExportTicket {
  readonly path: string;
}
