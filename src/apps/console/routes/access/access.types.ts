/** Answer of `POST /data/access/:orderId/link`: a way into the course that staff pass on. */
export interface AccessLink {
  readonly url: string;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
}
