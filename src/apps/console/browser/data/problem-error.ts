/** Why a call failed, as screens tell failures apart. */
export type FailureKind =
  /** The session has ended; the person signs in again. */
  | 'signed-out'
  /** In scope, but not allowed; `permission` names what is missing. */
  | 'no-permission'
  /** Out of scope, or not there: the server does not say which. */
  | 'not-found'
  /** The server or its database cannot answer now. */
  | 'away'
  /** The server refused what was asked, with a code that the screen words. */
  | 'refused'
  /** Anything else: a mistake of ours. */
  | 'unexpected';

/** A call that did not succeed. `code` is that of `application/problem+json`; empty where the server was not reached. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  /** The permission that is missing, of a 403. */
  readonly permission: string | null;
  /** The problem document as it came, for screens that show its members. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    const code = typeof body['code'] === 'string' ? body['code'] : '';
    super(`${status} ${code}`.trim());
    this.status = status;
    this.code = code;
    this.permission = typeof body['permission'] === 'string' ? body['permission'] : null;
    this.body = body;
  }

  get kind(): FailureKind {
    if (this.status === 401) return 'signed-out';
    if (this.status === 403 && this.permission !== null) return 'no-permission';
    if (this.status === 404) return 'not-found';
    if (this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504) return 'away';
    return this.status >= 400 && this.status < 500 ? 'refused' : 'unexpected';
  }
}

/** The kind of anything that was thrown. */
export function failureKind(error: unknown): FailureKind {
  return error instanceof ProblemError ? error.kind : 'unexpected';
}
