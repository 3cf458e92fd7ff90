import type { ProofKind } from '#src/domain/in-person/index.ts';
import { rail } from './rail.ts';

/** A way to pay at a unit: its word in the specification, and the proof of payment there. */
export interface CollectionMethod {
  readonly method: string;
  readonly proofKind: ProofKind;
}

const proofs: Readonly<Record<string, ProofKind>> = {
  'credit-card-in-person': 'terminal-slip',
  'pix-in-person': 'transfer-id',
  cash: 'receipt',
  cheque: 'bank-draft',
};

/** All of them, in the order in which they are offered. */
export const collectionMethods: readonly CollectionMethod[] = rail.methods.flatMap((method) => {
  const proofKind = proofs[method];
  return proofKind ? [{ method, proofKind }] : [];
});

/** The method chosen in the form; null for anything else. */
export function readCollectionMethod(fields: Readonly<Record<string, string>>): CollectionMethod | null {
  return collectionMethods.find(({ method }) => method === fields['means']) ?? null;
}
