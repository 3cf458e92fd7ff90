/** A rule by which a company fails. */
export interface SandboxFault {
  readonly target: string;
  readonly mode: string;
  /** Calls that it still affects; null: until it is removed. */
  readonly left: number | null;
}

/** Where something can go wrong, and how. */
export interface SandboxFaultTarget {
  readonly target: string;
  readonly title: string;
  readonly modes: readonly string[];
}

/** An e-mail that the sandbox received, without its body: that is on the sandbox's own page. */
export interface SandboxMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** ISO 8601 in UTC. */
  readonly receivedAt: string;
}

export interface SandboxSms {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly receivedAt: string;
}

/** Answer of `GET /data/sandbox`. People and messages are invented: the sandbox knows no real ones. */
export interface Sandbox {
  /** The product's time, ISO 8601 in UTC. */
  readonly now: string;
  readonly offsetSeconds: number;
  readonly faults: readonly SandboxFault[];
  readonly targets: readonly SandboxFaultTarget[];
  /** Newest first, at most 20. */
  readonly mails: readonly SandboxMail[];
  readonly sms: readonly SandboxSms[];
}
