import type { ExportFilters, ExportFormat, ExportKind } from '#src/domain/sales/exports/index.ts';

/** Answer of `POST /data/exports` and `/data/exports/personal`: the file is being made, or a second person was asked. */
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
  /** `too-many-rows`: an XLSX has 50,000 at most. `not-made`: its job failed for good. */
  readonly failure: string | null;
  readonly rows: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Answer of `GET /data/exports`. */
export interface ExportList {
  readonly exports: readonly ExportItem[];
}

/** Answer of `POST /data/exports/:id/ticket`: an address that the browser opens within a minute, once. */
export interface ExportTicket {
  readonly path: string;
}
