/**
 * Plays a race again and again until the time is over, and at least three times: what one round happens not to show, some
 * other does. Answers how many rounds there were.
 */
export async function repeatRace(ms: number, round: (number: number) => Promise<void>): Promise<number> {
  const until = performance.now() + ms;
  let played = 0;
  while (played < 3 || performance.now() < until) await round((played += 1));
  return played;
}
