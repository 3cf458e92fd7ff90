/** Brasília has no summer time since 2019. */
const offsetHours = 3;

/** A moment as the layout writes it, at Brasília: `2026-11-21T10:00:00-03:00`. */
export function atBrasilia(instant: Date): string {
  return `${new Date(instant.getTime() - offsetHours * 3600 * 1000).toISOString().slice(0, 19)}-03:00`;
}
