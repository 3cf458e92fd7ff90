/** One gateway, in this process and in the last five minutes. */
export interface GatewayHealth {
  readonly gateway: string;
  /** Null: a gateway of old attempts, without a contract now. */
  readonly circuit: 'closed' | 'half-open' | 'open' | null;
  readonly begun: number;
  readonly succeeded: number;
  readonly refused: number;
  /** Milliseconds; null: no answer in the window. */
  readonly p95Ms: number | null;
  readonly unknown: number;
  /** ISO 8601 in UTC. */
  readonly unknownSince: string | null;
}

/** Work that was written with its cause and waits to be done. */
export interface WaitingWork {
  readonly kind: 'letter' | 'notification' | 'purchase-event' | 'webhook';
  readonly count: number;
  readonly oldestSeconds: number;
}

export interface QueueHealth {
  readonly name: string;
  readonly deferred: number;
  readonly queued: number;
  readonly active: number;
}

export interface JobHealth {
  readonly name: string;
  /** When its last run ended, ISO 8601 in UTC. */
  readonly at: string;
  readonly durationMs: number;
  readonly isGood: boolean;
}

/** A process of the product. */
export interface ProcessHealth {
  readonly id: string;
  readonly host: string;
  /** What it does: `all`, `app`, `worker`, `console`. */
  readonly role: string;
  readonly version: string;
  /** First characters of the hash of what its build was made of. */
  readonly build: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Since it was seen last; each says every 30 seconds that it runs. */
  readonly silentSeconds: number;
}

/** Answer of `GET /data/health`. */
export interface Health {
  readonly asOf: string;
  /** Version of the process that answers. */
  readonly version: string;
  readonly gateways: readonly GatewayHealth[];
  readonly waiting: readonly WaitingWork[];
  readonly queues: readonly QueueHealth[];
  readonly jobs: readonly JobHealth[];
  readonly processes: readonly ProcessHealth[];
  readonly connections: { readonly open: number; readonly idle: number; readonly waitedFor: number };
}
