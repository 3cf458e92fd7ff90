/** Composes the documents of a sale: the brands' data, the signing key, and the issuer of fiscal notes. */
import { type BrandRegistry, documentsPort, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { createFiscalAuthority } from '#src/gateways/company.factories.server.ts';
import { fiscalFactories } from '#src/gateways/registry.server.generated.ts';
import type { Env } from '#src/server/env.server.ts';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { createTranslator } from '#src/ui/words/translator.ts';

export interface DocumentsOptions {
  readonly brands: BrandRegistry;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  readonly clock: Clock;
}

export function createDocuments(
  env: Env,
  { brands, words, themes, clock }: DocumentsOptions,
): Pick<DomainContext, 'documents' | 'signingKey' | 'fiscalAuthority'> {
  const { seed, old } = env.documents.signingKeys;
  return {
    documents: documentsPort(brands, words, themes, createTranslator),
    signingKey: signingKey(seed, old),
    fiscalAuthority: createFiscalAuthority(Object.values(fiscalFactories), { env, clock }),
  };
}
