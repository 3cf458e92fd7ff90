import type { value } from '#src/domain/ledger/entry.ts';

export type Value = typeof value;
