/** One of the reader's own sessions. Times are ISO 8601 in UTC. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: string;
  readonly seenAt: string;
  /** The network that it began from. */
  readonly ipGroup: string;
  /** The browser, as it named itself. */
  readonly agent: string;
  /** Null: it is open. */
  readonly endedAt: string | null;
  readonly isCurrent: boolean;
}

/** Answer of `GET /data/sessions`: of 90 days, newest first. */
export interface OwnSessions {
  readonly sessions: readonly OwnSession[];
}
