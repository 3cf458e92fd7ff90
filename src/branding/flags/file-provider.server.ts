import {
  ErrorCode,
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
  StandardResolutionReasons,
} from '@openfeature/server-sdk';
import type { FlagSettings } from './flag-files.server.ts';
import { flagNames } from './flag-names.ts';

/** All flags from the files by brand id, or null when a file is wrong. */
export type ReadFlags = () => Promise<ReadonlyMap<string, FlagSettings> | null>;

/** A provider of OpenFeature whose flags are the brands' files. */
export interface FileProvider extends Provider {
  /** Reads the files again. Answers whether they were good; a wrong one leaves everything as it was. */
  readonly refresh: () => Promise<boolean>;
}

/**
 * Flags by brand: the evaluation context's `targetingKey` is a brand's id. Only booleans exist; a request for another
 * type gets the error of a type mismatch (OpenFeature specification, 2.2.4 and 1.4.7).
 */
export function fileProvider(read: ReadFlags): FileProvider {
  const events = new OpenFeatureEventEmitter();
  let settings: ReadonlyMap<string, FlagSettings> = new Map();

  const mismatch = <T>(fallback: T): Promise<ResolutionDetails<T>> =>
    Promise.resolve({
      value: fallback,
      reason: StandardResolutionReasons.ERROR,
      errorCode: ErrorCode.TYPE_MISMATCH,
      errorMessage: 'flags are true or false',
    });

  return {
    metadata: { name: 'brand-files' },
    runsOn: 'server',
    events,
    initialize: async () => {
      settings = (await read()) ?? settings;
    },
    async refresh() {
      const next = await read();
      if (!next) return false;
      const changed = flagNames.filter((name) => differs(settings, next, name));
      settings = next;
      if (changed.length > 0) events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged: changed });
      return true;
    },
    resolveBooleanEvaluation: async (flag, fallback, context) => {
      const name = flagNames.find((known) => known === flag);
      if (!name)
        return { value: fallback, reason: StandardResolutionReasons.ERROR, errorCode: ErrorCode.FLAG_NOT_FOUND };
      const value = settings.get(brandOf(context))?.[name];
      return value === undefined
        ? { value: fallback, reason: StandardResolutionReasons.DEFAULT }
        : { value, reason: StandardResolutionReasons.STATIC };
    },
    resolveStringEvaluation: (_flag, fallback) => mismatch(fallback),
    resolveNumberEvaluation: (_flag, fallback) => mismatch(fallback),
    resolveObjectEvaluation: (_flag, fallback) => mismatch(fallback),
  };
}

function brandOf({ targetingKey }: EvaluationContext): string {
  return targetingKey ?? '';
}

function differs(
  before: ReadonlyMap<string, FlagSettings>,
  after: ReadonlyMap<string, FlagSettings>,
  name: (typeof flagNames)[number],
): boolean {
  const brands = new Set([...before.keys(), ...after.keys()]);
  return [...brands].some((brand) => before.get(brand)?.[name] !== after.get(brand)?.[name]);
}
