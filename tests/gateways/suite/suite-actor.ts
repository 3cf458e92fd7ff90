import { afterAll, afterEach, beforeAll } from 'vitest';
import type { BookCharge } from '#sandbox/runtime/book.ts';
import type { ChargeRequest, GatewayPort, WebhookHint, RawWebhook } from '#src/domain/payments/index.ts';
import { chargeOf, factIn } from './charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from './sandbox-world.server.ts';

/** What the suite has to know of one gateway. */
export interface SuiteSubject {
  readonly company: string;
  /** A gateway that gives up after `budgetMs`. `keys` are the keys of notifications that it takes. */
  make(sandboxWorld: SandboxWorld, budgetMs: number, keys?: readonly string[]): GatewayPort;
  /** The keys that the company signs with: of today, and of before. */
  readonly keys: readonly [string, string];
  /** What this charge needs beyond the usual. */
  dress(sandboxWorld: SandboxWorld, charge: ChargeRequest): Promise<ChargeRequest>;
  /** Makes the buyer's money arrive, where the buyer has to act; null where money is taken at once. */
  readonly pay: ((sandboxWorld: SandboxWorld, gateway: GatewayPort, charge: ChargeRequest) => Promise<void>) | null;
  /** The state and code of a charge that the company refuses. */
  readonly refused: { readonly state: 'declined' | 'failed'; readonly code: string };
  /** Whether a query names the payee, so that a foreign one can be seen. */
  readonly namesPayee: boolean;
  /** Whether it can give money back, and whether it lists what it credited. */
  readonly refunds: boolean;
  readonly listsCredits: boolean;
  /** In what the company differs from the others; what is not named is as usual. */
  readonly traits?: {
    /** When a charge's call is not answered, `start` itself asks how it stands. */
    readonly asksAtOnce?: true;
    /** Turned away for being too fast, it waits and tries again within its time. */
    readonly triesAgain?: true;
    /** An open charge cannot be taken back: it ends by itself. */
    readonly cannotRelease?: true;
    /** A query names no amount. */
    readonly hidesAmount?: true;
    /** A query of a charge does not list its refunds. */
    readonly hidesRefunds?: true;
    /** It posts no messages of its own. */
    readonly isQuiet?: true;
    /** Its messages carry user and password (HTTP Basic), and neither a signature nor a time. */
    readonly signsNothing?: true;
    /** Seconds to either side for which a message is good; 300 when absent. */
    readonly messageSeconds?: number;
  };
}

/** One gateway on the stage, and what the cases do with it. */
export interface SuiteActor {
  readonly sandboxWorld: SandboxWorld;
  /** The gateway with time enough. */
  readonly gateway: GatewayPort;
  /** The same gateway, quick to give up. */
  hasty(): GatewayPort;
  newCharge(): Promise<ChargeRequest>;
  /** Starts a charge and lets its money arrive. */
  paid(charge: ChargeRequest): Promise<void>;
  /** What the company's own book has of a charge. */
  inBook(charge: ChargeRequest): readonly BookCharge[];
  /** The hints in a message, or why it was refused. */
  hintsOf(raw: RawWebhook, by?: GatewayPort): readonly WebhookHint[] | string;
  /** Lets a gateway do what it does only once (connect, get a token, announce its address) before the weather turns. */
  warm(gateway: GatewayPort): Promise<void>;
}

/** Many times what a call takes on a busy machine: what is not held up by the weather comes within it. */
export const shortTimeoutMs = 750;
const usualBudgetMs = 5_000;

/** Sets the stage for the tests of the surrounding `describe`, with a clear sky after each. */
export function createSuiteActor(subject: SuiteSubject): SuiteActor {
  let sandboxWorld: SandboxWorld;
  let gateway: GatewayPort;

  beforeAll(async () => {
    sandboxWorld = await openSandboxWorld();
    gateway = subject.make(sandboxWorld, usualBudgetMs);
  });
  afterEach(async () => {
    await sandboxWorld.clearFaults();
    await sandboxWorld.world.quiet();
    sandboxWorld.arrivals.length = 0;
  });
  afterAll(() => sandboxWorld.close());

  const newCharge = (): Promise<ChargeRequest> => subject.dress(sandboxWorld, chargeOf(sandboxWorld));
  return {
    get sandboxWorld() {
      return sandboxWorld;
    },
    get gateway() {
      return gateway;
    },
    hasty: () => subject.make(sandboxWorld, shortTimeoutMs),
    newCharge,
    async paid(charge) {
      factIn(await gateway.start(charge));
      await subject.pay?.(sandboxWorld, gateway, charge);
    },
    inBook({ attemptId, serial }) {
      const plain = Buffer.from(attemptId.slice(4), 'base64url').toString('hex');
      const names = new Set([attemptId, plain, serial.toString().padStart(11, '0')]);
      return sandboxWorld.world
        .book()
        .charges.filter(
          ({ company, reference, id }) => company === subject.company && (names.has(reference) || names.has(id)),
        );
    },
    hintsOf(raw, by = gateway) {
      const reading = by.readWebhook?.(raw);
      return reading?.kind === 'hints' ? reading.hints : (reading?.reason ?? 'cannot');
    },
    async warm(one) {
      await one.start(await newCharge());
      await new Promise((resume) => setTimeout(resume, 30));
    },
  };
}
