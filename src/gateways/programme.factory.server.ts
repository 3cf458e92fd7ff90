import type { PointsProgramme } from '#src/domain/customers/loyalty/index.ts';
import type { CompanySettings } from './gateway.factory.server.ts';

/** What `<gateway>/programme.server.ts` exports as `programmeFactory`: a company that keeps people's points. */
export interface ProgrammeFactory {
  readonly id: string;
  /** Null where there is no contract with it. */
  create(settings: CompanySettings): PointsProgramme | null;
}

/** Makes the points programme: the first with a contract, in the order of their ids, until there is a choice. */
export function createProgramme(
  factories: readonly ProgrammeFactory[],
  settings: CompanySettings,
): PointsProgramme | null {
  return factories.map((factory) => factory.create(settings)).find((programme) => programme !== null) ?? null;
}
