import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Pool } from 'pg';

/** What a log grew by since it was last looked at. */
export class LogWatch {
  readonly #file: number;
  #at: number;

  constructor(file: string) {
    this.#file = openSync(file, 'r');
    this.#at = fstatSync(this.#file).size;
  }

  /** Lines in which the product says that it failed: a page that crashed leads its reader away and answers no 5xx. */
  failures(): string[] {
    const { size } = fstatSync(this.#file);
    if (size <= this.#at) return [];
    const bytes = Buffer.alloc(size - this.#at);
    readSync(this.#file, bytes, 0, bytes.length, this.#at);
    this.#at = size;
    return bytes
      .toString('utf8')
      .split('\n')
      .filter((line) =>
        /"(?:page-crashed|api-failed|request-failed|process-failed|card-fields-failed|status-stream-failed)"/.test(
          line,
        ),
      )
      .map((line) => line.slice(0, 900));
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Money, inside and at the companies outside, as one line of figures. */
export async function moneyNow(pool: Pool, sandbox: string): Promise<string> {
  const { rows } = await pool.query<Record<string, bigint | string>>(`
    select (select count(*) from attempts) as attempts,
      (select count(*) from ledger_transfers) as transfers,
      (select coalesce(sum(amount), 0) from ledger_transfers) as moved`);
  const answer = await fetch(`${sandbox}/sandbox/book.json`);
  const { charges } = (await answer.json()) as {
    charges: { captured: number; refunded: number }[];
  };
  const captured = charges.reduce((sum, one) => sum + one.captured, 0);
  const refunded = charges.reduce((sum, one) => sum + one.refunded, 0);
  const inside = Object.entries(rows[0] ?? {}).map(([name, value]) => `${name} ${value}`);
  return [...inside, JSON.stringify({ charges: charges.length, captured, refunded })].join(' ');
}
