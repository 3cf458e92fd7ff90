import { type EventHandler, OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { monitoringLimits } from '#src/platform/telemetry/limits.ts';
import { fileProvider, type ReadFlags } from './file-provider.server.ts';
import { flagDefaults, type FlagName, flagNames, type Flags } from './flag-names.ts';

/** The flags as they are now, decided per brand. */
export interface FlagService {
  /** Of a brand by its id, or of no brand at all. Never waits. */
  readonly of: (brandId: string | null) => Flags;
  /** Looks at the files now; false when one is wrong. Resolves when pages see what changed. */
  readonly refresh: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

interface FlagLog {
  info(event: string, fields: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface FlagServiceOptions {
  readonly brands: readonly string[];
  readonly read: ReadFlags;
  /** Under which OpenFeature keeps the provider; another one for each board of a process. */
  readonly domain?: string;
  readonly everySeconds?: number;
  readonly log: FlagLog;
}

/**
 * Reads the flags of all brands through OpenFeature and keeps the answers, so that a page reads a table without
 * waiting. The files are read again every 300 s; another provider can replace ours without changes in pages.
 */
export async function openFlagService(parts: FlagServiceOptions): Promise<FlagService> {
  const { brands, read, domain = 'brands', everySeconds = monitoringLimits.refreshSeconds, log } = parts;
  const provider = fileProvider(read);
  await OpenFeature.setProviderAndWait(domain, provider);
  const client = OpenFeature.getClient(domain);
  let table: ReadonlyMap<string, Flags> = new Map();
  let filling = fill();
  await filling;

  async function fill(): Promise<void> {
    const rows = await Promise.all(brands.map(async (brand) => [brand, await decide(brand)] as const));
    table = new Map(rows);
  }
  async function decide(brand: string): Promise<Flags> {
    const ask = (name: FlagName): Promise<boolean> =>
      client.getBooleanValue(name, flagDefaults[name], { targetingKey: brand });
    const values = await Promise.all(flagNames.map(async (name) => [name, await ask(name)] as const));
    return { ...flagDefaults, ...Object.fromEntries(values) };
  }

  const onChange: EventHandler = (details) => {
    const changed = details && 'flagsChanged' in details ? details.flagsChanged : [];
    log.info('flags-changed', { reason: Array.isArray(changed) ? changed.join(' ') : '' });
    filling = fill();
  };
  client.addHandler(ProviderEvents.ConfigurationChanged, onChange);
  async function refresh(): Promise<boolean> {
    const isGood = await provider.refresh();
    if (!isGood) log.warn('flags-refused', { reason: 'a flags.json is wrong: run check-brands' });
    await filling;
    return isGood;
  }
  const timer = setInterval(() => void refresh(), everySeconds * 1000).unref();

  return {
    of: (brandId) => (brandId === null ? flagDefaults : (table.get(brandId) ?? flagDefaults)),
    refresh,
    close: async () => {
      clearInterval(timer);
      client.removeHandler(ProviderEvents.ConfigurationChanged, onChange);
    },
  };
}
