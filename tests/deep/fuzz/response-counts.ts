import type { Operation } from './fuzz.types.ts';

/** How operations were answered in a run: how often with which status, and how long that took. */
export class ResponseCounts {
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #milliseconds: number[] = [];
  /** Requests with a value of another type than is described: where there are few, little is known of them. */
  wrongTypes = 0;

  note({ name }: Operation, status: number, milliseconds: number): void {
    const counts = this.#statuses.get(name) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#statuses.set(name, counts);
    this.#milliseconds.push(milliseconds);
  }

  /** The time within which this part of the answers came, in milliseconds; 0 without answers. */
  within(part: number): number {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other);
    return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
  }

  /** Operations that were asked and never answered well: their cases do not get in. */
  neverWell(): string[] {
    return [...this.#statuses]
      .filter(([, counts]) => ![...counts.keys()].some((status) => status < 400))
      .map(([name, counts]) => `${name} ${[...counts].map(([status, count]) => `${status}×${count}`).join(' ')}`);
  }
}
