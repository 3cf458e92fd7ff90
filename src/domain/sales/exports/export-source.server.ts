import type { Db } from '../../base-context.server.ts';
import heads from './export-columns.json' with { type: 'json' };
import type { ExportKind, ExportLocale, ExportSlice, SliceQuestion } from './export.types.ts';
import { ledgerSlice } from './ledger-source.repository.server.ts';
import { salesSlice } from './sales-source.repository.server.ts';

/** A list that can be exported. */
export interface ExportSource {
  /** Heads of the columns in their order. */
  heads(locale: ExportLocale, isPersonal: boolean): readonly string[];
  /** Reads and writes rows in a fixed order, by their place: no snapshot is held between two slices. */
  slice(db: Db, question: SliceQuestion): Promise<ExportSlice>;
}

export const exportSources: Readonly<Record<ExportKind, ExportSource>> = {
  sales: {
    heads: (locale, isPersonal) => [...heads.sales[locale], ...(isPersonal ? heads.buyer[locale] : [])],
    slice: salesSlice,
  },
  ledger: { heads: (locale) => heads.ledger[locale], slice: ledgerSlice },
};
