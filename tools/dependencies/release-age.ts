import { idOf, type Dependency, type Reasons } from './dependency-list.ts';

/**
 * Days that a release has to be out before it is taken: packages that were stolen are mostly found within a few. Most worms of
 * 2025 and 2026 were taken down within hours.
 */
export const leastDays = 7;

/** When the versions of a package were published, by version; null: the registry could not be asked. */
export type Published = Readonly<Record<string, string>> | null;

const dayMs = 86_400_000;

/** Why parts that came may not be taken now; none when all may. `times` by name of the package. */
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
