import type { TaskEnd, TaskKind } from '#src/domain/sales/tasks/index.ts';

/** A task of the queue. */
export interface TaskItem {
  readonly kind: TaskKind;
  readonly id: string;
  readonly brand: string;
  readonly orderId: string | null;
  /** By which the buyer names the order. */
  readonly orderReference: string | null;
  /** Minor units of `currency`; null where no money is owed. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** ISO 8601 in UTC. */
  readonly openedAt: string;
  /** Older than its kind may be. */
  readonly isLate: boolean;
  readonly owner: TaskOwner | null;
  /** A code of the cause, e.g. of the tax authority; null where the kind says all. */
  readonly cause: string | null;
  readonly end: TaskEnd;
}

export interface TaskOwner {
  /** `staff:<id>`, or the name of a token. */
  readonly actor: string;
  /** The person's name; the actor itself where there is none. */
  readonly name: string;
  readonly isMe: boolean;
}

/** Answer of `GET /data/tasks`: one page of the queue, oldest first. */
export interface TaskList {
  readonly tasks: readonly TaskItem[];
  /** Cursor of the next page; null on the last. */
  readonly after: string | null;
  /** How many are open of each kind that the person may see, whatever the filters. */
  readonly counts: readonly { readonly kind: TaskKind; readonly count: number }[];
}

/** Answer of `GET /data/tasks/one`: a task with what its playbook needs. */
export interface TaskDetail extends TaskItem {
  /** People who may be given it. */
  readonly people: readonly { readonly accountId: string; readonly name: string }[];
  readonly payout: PayoutDetail | null;
}

/** Where the money of a payout goes. Shown in clear to who pays it out, and each look is in the audit log. */
export interface PayoutDetail {
  readonly payer: { readonly name: string | null; readonly document: string | null };
  /** `disputed`: a dispute holds the money, and nothing may be paid. */
  readonly state: 'by-hand' | 'disputed';
  /** What open disputes hold of the same payment, minor units. */
  readonly disputed: number;
  readonly to: {
    readonly kind: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random' | 'account';
    readonly value: string;
    readonly givenAt: string;
    readonly payableAt: string;
    readonly isPaused: boolean;
    /** The account was given more than once. */
    readonly hasChanged: boolean;
  } | null;
  /**
   * `same`: the account is the payer's own tax id. `unknown`: its holder is checked at the bank. A tax id of somebody else is
   * refused when it is given.
   */
  readonly holder: 'same' | 'unknown';
}
