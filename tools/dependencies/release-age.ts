import { idOf, type Dependency, type Reasons } from './dependency-list.ts';

/**
 * Minimum age of a release in days: most compromised packages are found within a few days. Most worms of 2025 and 2026
 * were removed within hours.
 */
export const leastDays = 7;

/** Publication times of a package's versions; null: the registry did not answer. */
export type Published = Readonly<Record<string, string>> | null;

const dayMs = 86_400_000;

/** Reasons against accepting the new packages now; none when all are accepted. `times` by name of the package. */
export function ageProblems(
  come: readonly Dependency[],
  times: ReadonlyMap<string, Published>,
  reasons: Reasons,
  now: Date,
): string[] {
  return come.flatMap((part) => {
    const id = idOf(part);
    if (reasons.has(id)) return [];
    const published = times.get(part.name) ?? null;
    if (published === null) return [`${id}: the registry could not be asked, so its age is not known`];
    const at = Date.parse(published[part.version] ?? '');
    if (Number.isNaN(at)) return [`${id}: the registry does not know this version, or no longer`];
    const days = (now.getTime() - at) / dayMs;
    if (days >= leastDays) return [];
    return [
      `${id}: published ${published[part.version] ?? ''}, ${days.toFixed(1)} days ago; ${leastDays} are asked for`,
    ];
  });
}
