import type { JsonValue } from '../../json/json.ts';
import { type ProblemCode, problemTable } from './problem-codes.ts';

/** Media type of a problem document. */
export const PROBLEM_TYPE = 'application/problem+json';

/** One field that was refused: `path` as in the request, e.g. 'tenders.0.amount'; `code` is stable. */
export interface ProblemField {
  readonly path: string;
  readonly code: string;
  /** In the buyer's language when the words are known. */
  readonly message?: string;
}

/** A problem document of RFC 9457. `code` repeats the last part of `type` for programs. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail?: string;
  /** The request's reference number, never its address: addresses may hold personal data. */
  readonly instance?: string;
  readonly errors?: readonly ProblemField[];
  /** Further members that a code defines, e.g. the new quote of `quote-changed`. */
  readonly [member: string]: JsonValue | readonly ProblemField[] | undefined;
}

export interface ProblemExtras {
  readonly detail?: string;
  readonly instance?: string;
  readonly errors?: readonly ProblemField[];
  readonly members?: Readonly<Record<string, JsonValue>>;
}

/** Builds the document for a code. Status and title come from the table, so that one code never has two meanings. */
export function problem(code: ProblemCode, extras: ProblemExtras = {}): Problem {
  const { status, title } = problemTable[code];
  return {
    ...extras.members,
    type: `urn:problem:${code}`,
    title,
    status,
    code,
    ...(extras.detail === undefined ? {} : { detail: extras.detail }),
    ...(extras.instance === undefined ? {} : { instance: `urn:request:${extras.instance}` }),
    ...(extras.errors === undefined ? {} : { errors: extras.errors }),
  };
}

/** Whether a word is one of the table's codes; a domain failure without one gets a code chosen by the caller. */
export function isProblemCode(word: string): word is ProblemCode {
  return Object.hasOwn(problemTable, word);
}
