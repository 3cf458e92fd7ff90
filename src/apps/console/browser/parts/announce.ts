/** A message at the foot of the screen, read aloud once. */
export interface Announcement {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'lost';
}

const listeners = new Set<() => void>();
let last: Announcement | null = null;
let count = 0;

/** Says what has just happened: “Copied”, “Sent”. Never the only place of something that must be read. */
export function announce(text: string, tone: Announcement['tone'] = 'plain'): void {
  count += 1;
  last = { id: count, text, tone };
  for (const listener of listeners) listener();
}

/** Takes the message away, unless another one has come. */
export function dismiss(id: number): void {
  if (last?.id !== id) return;
  last = null;
  for (const listener of listeners) listener();
}

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function lastAnnouncement(): Announcement | null {
  return last;
}
