import type { StaffScope } from '../../staff/index.ts';
import type { ExportFilters, ExportLocale } from './export-question.ts';

export type { ExportFilters, ExportLocale } from './export-question.ts';

/** Lists that can be exported. `sales` may name buyers; `ledger` never does. */
export const exportKinds = ['sales', 'ledger'] as const;
export type ExportKind = (typeof exportKinds)[number];
export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Filters that each list knows: another one would be left out of its statement, and the file would have more than was asked. */
export const filtersOfList: Readonly<Record<ExportKind, readonly (keyof ExportFilters)[]>> = {
  sales: ['brands', 'states', 'kinds', 'troubles', 'methods', 'seller', 'source', 'product', 'from', 'until'],
  ledger: ['brands', 'methods', 'gateways', 'firstDay', 'lastDay'],
};

/** Rows of a file in order, as its text, and the place after the last of them; null: there are no more. */
export interface ExportSlice {
  readonly text: string;
  readonly rows: number;
  readonly next: string | null;
}

/** What the engine asks a list for. */
export interface SliceQuestion {
  readonly scope: StaffScope;
  readonly filters: ExportFilters;
  readonly isPersonal: boolean;
  readonly format: ExportFormat;
  readonly locale: ExportLocale;
  /** `next` of the slice before; null: from the beginning. */
  readonly cursor: string | null;
  readonly size: number;
}

/** An export as its owner sees it. */
export interface ExportView {
  readonly id: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly isPersonal: boolean;
  readonly filters: ExportFilters;
  readonly state: 'making' | 'ready' | 'failed' | 'fetched' | 'expired';
  readonly failure: string | null;
  readonly rows: bigint;
  readonly createdAt: Date;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
}

/** An export that waits, or waited, for a second person, as its asker sees it. */
export interface ExportApproval {
  /** Of the approval request. */
  readonly id: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly filters: ExportFilters;
  readonly reason: string;
  /** `approved`: its asker may make it. */
  readonly state: 'waiting' | 'approved' | 'rejected' | 'expired';
  readonly askedAt: Date;
  /** Until when it waits, or may be made. */
  readonly until: Date;
}

/** Rows of one slice. */
export const sliceSize = 8_000;
/** Most rows of a sheet beside its heads. */
export const maxXlsxRows = 1_048_575;
/** An export about more people needs a second person. */
export const maxPeopleAlone = 1_000;
