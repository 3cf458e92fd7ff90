import { useSyncExternalStore } from 'react';
import { isConsoleLocale, type ConsoleLocale } from '../../words/console-locales.ts';

/** What a person has chosen for this browser. Nothing of it reaches the server. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'compact' | 'normal' | 'roomy';
  /** Null: the language of the browser. */
  readonly locale: ConsoleLocale | null;
  readonly isRailCollapsed: boolean;
  /** Whether single letters are commands. ⌘K works always. */
  readonly hasKeys: boolean;
  /** Brands in view; empty: all that the person may see. */
  readonly brands: readonly string[];
}

const storageKey = 'console-preferences';
const defaults: Preferences = {
  theme: 'system',
  density: 'normal',
  locale: null,
  isRailCollapsed: false,
  hasKeys: true,
  brands: [],
};

const listeners = new Set<() => void>();
let current = read();

export function preferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences);
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // A browser without storage forgets at the next visit.
  }
  showPreferences();
  for (const listener of listeners) listener();
}

/** Puts theme and density on the root element, where the tokens read them. */
export function showPreferences(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = current.theme;
  dataset['density'] = current.density;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Preferences {
  try {
    return parsePreferences(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return defaults;
  }
}

/** Preferences from what a browser has stored; anything unknown gives way to the default. */
export function parsePreferences(stored: unknown): Preferences {
  const given: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { theme, density, locale, brands } = given;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
    density: density === 'compact' || density === 'roomy' ? density : defaults.density,
    locale: typeof locale === 'string' && isConsoleLocale(locale) ? locale : null,
    isRailCollapsed: given['isRailCollapsed'] === true,
    hasKeys: given['hasKeys'] !== false,
    brands: Array.isArray(brands) ? brands.filter((brand) => typeof brand === 'string') : [],
  };
}
