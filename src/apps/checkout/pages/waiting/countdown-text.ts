/** Seconds as a clock shows them: `29:05`, `1:00:00`. */
export function countdownText(seconds: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${pad(minutes)}:${pad(seconds % 60)}`;
}

/** Minutes to announce: ten, five and the last ones; null otherwise. */
export function minutesToAnnounce(seconds: number): number | null {
  const minutes = Math.ceil(seconds / 60);
  return [10, 5, 2, 1].includes(minutes) ? minutes : null;
}
