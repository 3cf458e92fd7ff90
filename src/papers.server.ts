/** Composes what the papers of a sale are made of: the brands' data, the house's key, and who issues fiscal notes. */
import { type BrandRegistry, papersPort, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { createFiscalAuthority } from '#src/gateways/fiscal.factory.server.ts';
import { fiscalFactories } from '#src/gateways/registry.server.generated.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import { houseKey } from '#src/kernel/signing/house-key.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { createTranslator } from '#src/ui/words/translator.ts';

export interface PaperParts {
  readonly brands: BrandRegistry;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  readonly clock: Clock;
}

export function createPapers(
  env: Env,
  { brands, words, themes, clock }: PaperParts,
): Pick<DomainContext, 'papers' | 'houseKey' | 'fiscalAuthority'> {
  const { seed, old } = env.papers.houseKeys;
  return {
    papers: papersPort(brands, words, themes, createTranslator),
    houseKey: houseKey(seed, old),
    fiscalAuthority: createFiscalAuthority(Object.values(fiscalFactories), { env, clock }),
  };
}
