import type { FiscalAuthority } from '#src/domain/documents/fiscal-notes/index.ts';
import type { CompanySettings } from './gateway.factory.server.ts';

/** What `<gateway>/fiscal.server.ts` exports as `fiscalFactory`: who issues fiscal notes. */
export interface FiscalFactory {
  readonly id: string;
  /** Null where there is no contract. */
  create(settings: CompanySettings): FiscalAuthority | null;
}

/** The first, in the order of their ids, with which there is a contract. */
export function createFiscalAuthority(
  factories: readonly FiscalFactory[],
  settings: CompanySettings,
): FiscalAuthority | null {
  return factories.map((one) => one.create(settings)).find((one) => one !== null) ?? null;
}
