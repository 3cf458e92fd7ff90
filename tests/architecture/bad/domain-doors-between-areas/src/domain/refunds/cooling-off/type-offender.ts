import type { value } from '#src/domain/payments/ledger/entry.ts';

export type Value = typeof value;
