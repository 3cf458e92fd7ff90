const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser and its system, as `Firefox, Windows`, from how it names itself; null: neither is known. */
export function agentText(agent: string): string | null {
  const found = [browsers, systems].flatMap((known) => known.find(([sign]) => sign.test(agent))?.[1] ?? []);
  return found.length > 0 ? found.join(', ') : null;
}
